const LENGTH_MAX = 100;

/** Returns untrusted text for a message, quoted on one line and cut to 100 characters. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX).toWellFormed()}…` : text);
}
