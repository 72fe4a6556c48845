/** "3 Nov 2026" of 2026-11-03, a Monday. */
export function weekText(monday: string): string {
  const date = new Date(`${monday}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return monday
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}
