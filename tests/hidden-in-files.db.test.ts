/** What protocol files hide is read by no annotator at any address: names of what is compared, hidden content, what second files hold besides, votes of a record. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Answers } from '@/lib/protocols/answers'
import { makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { type Read, readAll } from './visibility/read-all'
import { CALM } from './visibility/world'
import { secretOf, type Written } from './visibility/written'

const SOURCE = `assay: protocol/1
id: hidden-names
version: 1
title: Hidden names
summary: Say which of two responses is better.
record:
  id: /id
  content: {prompt: /prompt, page: /source/page}
  hidden: {judge: /judge, crawler: /source/crawler}
  join: {source: {file: sources.jsonl, by: /source_id}}
  votes: {better: {at: "/votes[]", voter: by}, reason: {at: "/votes[]", voter: by}}
show:
  - {title: Prompt, text: prompt}
  - {title: Page, text: page}
units:
  - {id: response, from: record, each: /responses, text: text, name: system, max: 2, shuffled: true}
stages:
  - id: compare
    raters: 3
    policy: votes
    questions:
      - id: better
        ask: Which response is better?
        form: pick
        of: response
        options: [{value: tie, text: Equally good, key: t, says: Neither is better.}]
      - {id: reason, ask: Why?, form: text, settle: aside}
guidelines: Read both to their ends.
`

const MARKS = readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8').replace(/tests:[\s\S]*/, '')

const SHOWN = ['prompt', 'page', 'text one', 'text two', 'own reason']
const HIDDEN = ['system one', 'system two', 'judge', 'crawler', 'voter', 'voted reason', 'reason of another']

it('what a file hides is found by no annotator, and what it shows is', async () => {
  const tag = `h${randomUUID().slice(0, 8)}`
  const secret = (what: string) => secretOf(tag, what)
  const { protocolId } = await makeProtocolVersion({ source: SOURCE })
  const project = await makeProject({ protocolId, stage: { raters: 3 } })
  const task = await makeTask(project, {
    record: {
      id: tag,
      prompt: secret('prompt'),
      judge: secret('judge'),
      source_id: 1,
      source: { page: secret('page'), crawler: secret('crawler') },
      responses: [
        { system: secret('system one'), text: secret('text one') },
        { system: secret('system two'), text: secret('text two') },
      ],
      votes: [{ by: secret('voter'), better: secret('system two'), reason: secret('voted reason') }],
    },
  })
  const [first, second] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const [, one, two] = task.units.map(({ key }) => key)
  for (const [user, picked, reason] of [
    [first, one, 'own reason'],
    [second, two, 'reason of another'],
  ] as const) {
    await makeAssignment(task, user)
    await makeAnnotation(task, user, { item: { better: [picked ?? ''], reason: secret(reason) } }, user === second)
  }
  const written: Written = {
    tag,
    users: [first, second],
    ids: new Map(),
    addresses: {
      projectId: [project.id],
      itemId: [task.itemId],
      taskId: [task.id],
      stage: ['compare'],
      measure: ['better', 'better-place'],
      format: ['record', 'native', 'annotations', 'ratings'],
    },
    benches: [{ person: 0, taskId: task.id }],
  }
  const reads = await readAll({ ...CALM, projects: [] }, written, { person: 0, figures: true })
  const found = (what: string): string[] =>
    reads.filter(({ text }: Read) => text.includes(secret(what))).map(({ address }) => address)
  expect(HIDDEN.map((what) => [what, found(what)])).toEqual(HIDDEN.map((what) => [what, []]))
  for (const what of SHOWN) expect(found(what), what).not.toEqual([])
})

it('what others say about marks, and what the record says, is found by no annotator; one’s own is', async () => {
  const tag = `m${randomUUID().slice(0, 8)}`
  const secret = (what: string) => secretOf(tag, what)
  const { protocolId } = await makeProtocolVersion({ source: MARKS.replace('id: explained-spans', 'id: hidden-marks') })
  const project = await makeProject({ protocolId, stage: { raters: 3 } })
  const response = secret('response')
  const task = await makeTask(project, {
    record: {
      id: tag,
      model: secret('model'),
      source: secret('source'),
      response,
      labels: [
        { start: 0, end: 4, text: response.slice(0, 4), label_type: 'Subtle Conflict', meta: secret('of the record') },
      ],
    },
  })
  const [first, second] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  for (const [user, key, why] of [
    [first, 'own1', 'own reason'],
    [second, secret('key of another'), 'reason of another'],
  ] as const) {
    await makeAssignment(task, user)
    const answers: Answers = {
      item: { quality: 'good', unsupported: [{ key, made: 'added', from: [] }] },
      [key]: { place: { spans: [{ start: 0, end: 4 }] }, kind: 'Evident Conflict', why: secret(why) },
    }
    await makeAnnotation(task, user, answers, user === second)
  }
  const written: Written = {
    tag,
    users: [first, second],
    ids: new Map(),
    addresses: {
      projectId: [project.id],
      itemId: [task.itemId],
      taskId: [task.id],
      stage: ['mark'],
      measure: ['kind', 'implicit'],
      format: ['record', 'native', 'annotations', 'ratings'],
    },
    benches: [{ person: 0, taskId: task.id }],
  }
  const reads = await readAll({ ...CALM, projects: [] }, written, { person: 0, figures: true })
  const found = (what: string): string[] =>
    reads.filter(({ text }: Read) => text.includes(secret(what))).map(({ address }) => address)
  const hidden = ['model', 'of the record', 'key of another', 'reason of another']
  expect(hidden.map((what) => [what, found(what)])).toEqual(hidden.map((what) => [what, []]))
  for (const what of ['source', 'response', 'own reason']) expect(found(what), what).not.toEqual([])
})
