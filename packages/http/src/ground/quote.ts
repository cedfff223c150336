const LENGTH_MAX = 100;

/** Returns untrusted text for a message, quoted on one line and cut to 100 characters. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, LENGTH_MAX));
}

/** Returns a text, cut to this many characters with an ellipsis behind them. */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
}
