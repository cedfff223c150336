declare module '*.css' {
  const text: string;
  export default text;
}

declare module '*.csv' {
  const url: string;
  export default url;
}

declare module '*.svg' {
  const url: string;
  export default url;
}

declare module 'map-data/*.json' {
  const url: string;
  export default url;
}
