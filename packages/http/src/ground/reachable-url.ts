/** Returns the URL of a server that listens on an address and a port. @param address without brackets. */
export function urlAt(address: string, port: number): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Replaces the unspecified address with the loopback address, because clients can't connect to the former. */
export function toReachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
