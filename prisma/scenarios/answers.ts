/** What the scenarios come to: the right answers, each annotator's answers, and the records of the files. Pure. */
import { isFixedDomain } from '@/lib/protocols/felm/content'
import type { Answers, Json } from '@/lib/protocols/protocol'
import type { ScenarioFile } from './files'
import { type Annotator, type Mistake, type Scenario, type Segment, textOf, type View } from './scenario'

const keyOf = (index: number) => `s${index + 1}`
const linksOf = (urls: readonly string[]): Json => urls.map((url) => ({ url }))
const judge = (segment: Segment): true | Mistake => (typeof segment === 'string' ? true : segment)

/** The segments judged as they are, but for those that somebody judges otherwise. */
function judgements({ segments }: Scenario, otherwise: View['segments'] = {}): [string, true | Mistake][] {
  return segments.map((segment, index) => [keyOf(index), otherwise[keyOf(index)] ?? judge(segment)])
}

/** The answers that gold should hold, links aside: these are merged from what the annotators gave. */
export function rightAnswers(scenario: Scenario): Answers {
  const answers: Answers = { item: { action: 'keep' } }
  for (const [unit, judged] of judgements(scenario)) answers[unit] = labelsOf(scenario, judged, false)
  return answers
}

/** What an annotator answers, in the order in which they would. */
export function answersBy(scenario: Scenario, annotator: Annotator): Answers {
  const view = scenario.work?.[annotator] ?? {}
  if (view.remove) {
    const { reason, note } = view.remove
    return { item: { action: 'remove', removeReason: reason, ...(note ? { removeNote: note } : {}) } }
  }
  const second = Object.keys(scenario.work ?? {})[0] !== annotator
  const links = (scenario.links ?? []).slice(0, second ? 1 : undefined)
  const answers: Answers = { item: { action: 'keep', ...(links.length > 0 ? { links: linksOf(links) } : {}) } }
  for (const [unit, judged] of judgements(scenario, view.segments).slice(0, view.unfinished))
    answers[unit] = {
      ...labelsOf(scenario, judged, second),
      ...(judged !== true && judged.links ? { links: linksOf(judged.links) } : {}),
    }
  return answers
}

function labelsOf({ domain }: Scenario, judged: true | Mistake, second: boolean): Record<string, Json> {
  if (judged === true) return { label: true }
  const { type, reason, otherwise } = judged
  return {
    label: false,
    ...(type && !isFixedDomain({ domain }) ? { errorType: type } : {}),
    reason: second ? (otherwise ?? reason) : reason,
  }
}

const responseOf = ({ segments, joint }: Scenario): string => segments.map(textOf).join(joint ?? ' ')

/** The item's line in its file. */
export function recordOf(scenario: Scenario, kind: ScenarioFile['records']): Record<string, Json> {
  const { key, domain, source, prompt, segments } = scenario
  const response = responseOf(scenario)
  if (kind === 'plain') return { id: key, source, domain, prompt, response }
  const record = { index: key, source, domain, prompt, response, segmented_response: segments.map(textOf) }
  if (kind === 'segmented') return record
  const judged = judgements(scenario, scenario.machine).map(([, each]) => (each === true ? null : each))
  return {
    ...record,
    labels: judged.map((each) => each === null),
    comment: judged.map((each) => each?.reason ?? ''),
    type: isFixedDomain({ domain }) ? [] : judged.map((each) => each?.type ?? null),
    ref: [...(scenario.links ?? [])],
  }
}
