const adopted = new Set<string>();

/** Adds the style of a screen to the document, once. The text comes from `import styles from './name.css'`. */
export function adoptStyles(text: string): void {
  if (adopted.has(text)) return;
  adopted.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
