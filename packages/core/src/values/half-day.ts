/** Returns the hour of a day, of two digits. Null: no clock of twelve hours has it. @param half `am` or `pm`, or its first letter. */
export function hourOfDay(hour: string, half: string): string | null {
  const hours = Number(hour);
  if (hours < 1 || hours > 12) return null;
  return String((hours % 12) + (half[0]?.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0');
}
