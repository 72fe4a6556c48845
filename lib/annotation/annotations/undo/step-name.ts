/**
 * What a step is called that no change names: by its place among the saved changes of its annotation. An event's id, by which
 * earlier versions called it, counts what everybody in the installation does, partners first of all.
 */
export const stepName = (place: number): string => `n${place}`

/** The name of the same step in earlier versions: logs and open tabs hold marks with it, which go on working. */
export const formerName = (eventId: bigint): string => `e${eventId}`

export const isFormerName = (name: string): boolean => /^e\d+$/.test(name)
