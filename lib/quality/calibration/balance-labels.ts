/** Drawing tasks so that gold gives every value about as often. Pure. */

/** A task with the value of each of its units. */
export interface LabelledTask {
  readonly codes: readonly number[]
}

/**
 * At most `count` of the tasks: again and again the first that has a unit of the value with the fewest units so far. `tasks` come
 * in the order in which they were drawn.
 */
export function balanceLabels<Task extends LabelledTask>(tasks: readonly Task[], count: number): Task[] {
  const waiting = new Map<number, Task[]>()
  for (const task of tasks)
    for (const code of new Set(task.codes)) {
      const queue = waiting.get(code) ?? []
      queue.push(task)
      waiting.set(code, queue)
    }
  for (const queue of waiting.values()) queue.reverse()
  const units = new Map([...waiting.keys()].sort((a, b) => a - b).map((code) => [code, 0]))
  const chosen = new Set<Task>()
  while (chosen.size < count && units.size > 0) {
    const [rarest] = [...units].reduce((least, each) => (each[1] < least[1] ? each : least))
    const queue = waiting.get(rarest) ?? []
    let task = queue.pop()
    while (task && chosen.has(task)) task = queue.pop()
    if (!task) {
      units.delete(rarest)
      continue
    }
    chosen.add(task)
    for (const code of task.codes) if (units.has(code)) units.set(code, (units.get(code) ?? 0) + 1)
  }
  return [...chosen]
}
