/** Desks of stages that the demo settles by itself or by one person: an item each, with two people who differ and a reviewer. */
import { transaction } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { findPerson } from './world'

interface Desk {
  protocolId: string
  record: { [key: string]: Json }
  /** What the first and the second annotator say. */
  says: (isFirst: boolean, units: readonly { key: string; kind: string }[]) => Answers
}

const CLAIM = 'The stone bridge over the Vel was opened in 1907.'
const RESULTS = [
  { title: 'Bridges of the valley', snippet: 'It was opened to traffic on 4 May 1907.', link: 'https://vel.example/1' },
  { title: 'A century', snippet: 'In 2012 the bridge was a hundred years old.', link: 'https://vel.example/2' },
]
const audited = { id: 'lake', domain: 'wk', prompt: 'Which lake is the deepest?', response: 'It is Lake Baikal.' }

const desks: readonly Desk[] = [
  {
    protocolId: 'veriscore-verification',
    record: {
      question: 'Tell me about the old bridge.',
      response: CLAIM,
      model: 'model-a',
      prompt_source: 'places',
      claim_list: [[CLAIM]],
      all_claims: [CLAIM],
      claim_search_results: { [CLAIM]: RESULTS },
      abstained: false,
    },
    says: (isFirst, units) => ({
      item: { verdict: isFirst ? 'supported' : 'contradicted' },
      ...Object.fromEntries(
        units
          .filter(({ kind }) => kind === 'result')
          .map(({ key }) => [key, { stance: isFirst ? 'supports' : 'contradicts' }]),
      ),
    }),
  },
  {
    protocolId: 'felm-response-audit',
    record: audited,
    says: (valid) => ({ item: { harassment: false, sexual: false, violent: false, valid } }),
  },
  {
    protocolId: 'felm-reference-audit',
    record: { ...audited, url: 'https://lake.example/page' },
    says: (freeOfRumour) => ({
      item: { freeOfMisinformation: true, freeOfRumour, ...(freeOfRumour ? {} : { note: 'It repeats a forum.' }) },
    }),
  },
  {
    protocolId: 'factor-generation',
    record: {
      id: 'lighthouse-lamp',
      prefix: 'The lighthouse stands on the western point of the island. ',
      completion: 'Its lamp was first lit in 1854 and could be seen from thirty kilometres away.',
      contradiction: 'Its lamp was first lit in 1921 and could be seen from thirty kilometres away.',
      models: [],
      continuations: [],
    },
    says: (isFirst) => ({
      item: { kind: 'fact', fact: `The lamp was first lit in 1854${isFirst ? '' : ', and could be seen from afar'}.` },
    }),
  },
]

/** Makes their projects in the demo's database, with Rui as the reviewer. */
export async function openPaperDesks(): Promise<void> {
  const rui = await findPerson('rui')
  for (const { protocolId, record, says } of desks) {
    const project = await makeProject({ protocolId, everyStage: { raters: 2, consolidation: 'reviewer' } })
    const task = await makeTask(project, { record })
    for (const isFirst of [true, false])
      await makeAnnotation(task, await makeMember(project, 'annotator'), says(isFirst, task.units), true)
    await makeMember(project, 'reviewer', rui)
    const by = actorOf(await makeMember(project, 'manager'))
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, by, task.id, { lock: true }), null))
  }
}
