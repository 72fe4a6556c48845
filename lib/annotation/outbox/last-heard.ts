/** How many tasks a tab remembers what it was told of; work of a day goes through hundreds. */
export const TASKS_KEPT = 12

type Field = { unit: string; question: string; revision: number }

/** What was heard last of each field, of the annotations last heard of. */
export class LastHeard<T extends Field> {
  private readonly fields = new Map<string, Map<string, T>>()

  hear(annotationId: string, value: T): void {
    const known = this.fields.get(annotationId) ?? new Map<string, T>()
    const key = `${value.unit}/${value.question}`
    if ((known.get(key)?.revision ?? 0) <= value.revision) known.set(key, value)
    // A map remembers in which order its keys came: the oldest stands first.
    this.fields.delete(annotationId)
    this.fields.set(annotationId, known)
    for (const oldest of this.fields.keys()) if (this.fields.size > TASKS_KEPT) this.fields.delete(oldest)
  }

  all(): [annotationId: string, value: T][] {
    return [...this.fields].flatMap(([id, values]) => [...values.values()].map((value): [string, T] => [id, value]))
  }
}
