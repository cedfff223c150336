/**
 * Runs work while no other tab of this browser runs work of the same name. Pages that browsers do not trust (plain HTTP
 * from another machine) have no locks: their tabs do not wait for each other.
 */
export async function inTabTurn(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) await work();
  else await locks.request(name, work);
}
