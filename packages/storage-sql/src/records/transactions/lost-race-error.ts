/**
 * Another transaction has changed a record between the check of it and the write. A driver runs the operation again, whose check
 * then finds the change.
 */
export class LostRaceError extends Error {}
