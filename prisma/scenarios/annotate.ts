/** The annotators' part: taking work, answering, submitting, skipping; through the commands that people use. */
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { renewAssignment } from '@/lib/annotation/assignments/renew-assignment'
import { skipAssignment } from '@/lib/annotation/assignments/skip-assignment'
import { addComment } from '@/lib/annotation/comments/add-comment'
import { sameValue } from '@/lib/protocols/same-value'
import { answersBy } from './answers'
import type { Cast } from './cast'
import type { Annotator, Scenario } from './scenario'

/** Everything that annotators did to an item. The queue must offer it to each of them now. */
export async function annotate(cast: Cast, scenario: Scenario): Promise<void> {
  const taskId = cast.taskOf(scenario)
  if (scenario.skipped) {
    const [who, reason] = scenario.skipped
    await take(cast, who, scenario)
    await skipAssignment(cast.actors[who], taskId, reason)
  }
  const begun: [Annotator, Workbench][] = []
  for (const who of Object.keys(scenario.work ?? {}) as Annotator[]) {
    await take(cast, who, scenario)
    begun.push([who, await getWorkbench(cast.actors[who], taskId)])
  }
  await Promise.all(begun.map(([who, workbench]) => work(cast, who, scenario, workbench)))
}

async function work(cast: Cast, who: Annotator, scenario: Scenario, workbench: Workbench): Promise<void> {
  const [actor, taskId] = [cast.actors[who], workbench.taskId]
  await answer(cast, who, scenario, workbench)
  if (scenario.note?.[0] === who) {
    const [, unit, body] = scenario.note
    await addComment(actor, taskId, { unit, body })
  }
  if (scenario.work?.[who]?.unfinished === undefined) await submitAnnotation(actor, taskId)
}

async function take(cast: Cast, who: Annotator, scenario: Scenario): Promise<void> {
  const next = await nextTask(cast.actors[who], cast.projectId)
  if (next.taskId !== cast.taskOf(scenario)) throw new Error(`the queue does not offer ${scenario.key} to ${who}`)
}

/** Seconds of work: a minute for the item, and some for each answer. */
const workTime = (answers: number) => Math.min(600, 60 + 23 * answers)

async function answer(cast: Cast, who: Annotator, scenario: Scenario, workbench: Workbench): Promise<void> {
  const actor = cast.actors[who]
  const { taskId, annotationId, suggestions } = workbench
  const changes = Object.entries(answersBy(scenario, who)).flatMap(([unit, values]) =>
    Object.entries(values).map(([question, value]) => {
      const accepted = suggestions.find(
        (each) => each.unit === unit && each.question === question && sameValue(each.value, value),
      )
      const byHand = ['reason', 'removeNote', 'links'].includes(question) ? ('typed' as const) : ('chosen' as const)
      const how = accepted ? { origin: 'suggestion' as const, suggestionId: accepted.id } : { origin: byHand }
      return { unit, question, value, expectedRevision: 0, ...how }
    }),
  )
  const { outcomes } = await saveAnswers(actor, taskId, { annotationId, answers: changes })
  const refused = outcomes.find(({ status }) => status !== 'saved')
  if (refused) throw new Error(`${who} could not answer ${scenario.key}: ${JSON.stringify(refused)}`)
  await renewAssignment(actor, taskId, workTime(changes.length))
}
