/** An annotator who saves one answer after the other, while something else goes on. */
import { sessionFor } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'

export interface Saver {
  /** Saves until `work` is done; the times of the saves in ms. */
  during(work: () => Promise<unknown>): Promise<number[]>
}

/** A person with a task of their own in the app at `url`. */
export async function makeSaver(url: string): Promise<Saver> {
  const project = await makeProject({ stage: { raters: 1 } })
  const person = await makeMember(project, 'annotator')
  const task = await makeTask(project, { raters: 1 })
  const { id: annotationId } = await makeAnnotation(task, person, {})
  const headers = { cookie: await sessionFor(person), 'content-type': 'application/json', origin: url }
  let revision = 0
  const save = async () => {
    const label = { annotationId, unit: 's1', question: 'label', origin: 'chosen' }
    const body = JSON.stringify({ ...label, value: revision % 2 === 0, expectedRevision: revision })
    const response = await fetch(`${url}/api/tasks/${task.id}/answers`, { method: 'PATCH', headers, body })
    if (!response.ok) throw new Error(`a save: ${response.status} ${await response.text()}`)
    revision++
  }
  return {
    async during(work) {
      const times: number[] = []
      const state = { isOver: false }
      const working = work().finally(() => {
        state.isOver = true
      })
      while (!state.isOver) {
        const start = performance.now()
        await save()
        times.push(performance.now() - start)
      }
      await working
      return times
    },
  }
}
