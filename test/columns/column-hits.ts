/** Returns how many questions the columns of a server have answered since its start. `key` is of any account. */
export async function columnHits(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  return Number(/^vitrine_columns_hits_total (\d+)/m.exec(await response.text())?.[1] ?? 0);
}
