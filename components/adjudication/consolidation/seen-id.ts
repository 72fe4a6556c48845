/** The id of a unit's place among what was seen. */
export const seenId = (unit: string) => `seen-${unit}`
