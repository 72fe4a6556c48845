import { describe, expect, test } from 'vitest'
import type { JsonObject } from '@/lib/platform/foreign/records/source-entry'
import { protocolById, protocols } from '@/lib/protocols'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import type { Json, Protocol, RecordFormat } from '@/lib/protocols/protocol'
import type { IdentityRule } from './contract'
import { contentKeyOf, type Identified, KnownItems } from './identity'
import { readItem } from './read-item'

const item = (
  externalId: string | null,
  contentKey: string,
  contentHash = `${externalId} ${contentKey}`,
): Identified => ({
  externalId,
  contentKey,
  contentHash,
})

/** "here 7", "unclear", "new", "new beside 7": what becomes of a record among items that are here. */
function found(here: Identified[], record: Identified, rule: IdentityRule = 'content'): string {
  const match = new KnownItems(here).match(record, rule)
  if (match.kind === 'here') return `here ${match.item.externalId}`
  if (match.kind === 'unclear') return 'unclear'
  return ['new', ...match.twins.map(({ externalId }) => `beside ${externalId}`)].join(' ')
}

describe('which item a record is about', () => {
  test.each([
    ['id and content', [item('7', 'a')], item('7', 'a', 'other labels'), 'here 7'],
    ['another id: a new one, and its twin is named', [item('7', 'a')], item('8', 'a'), 'new beside 7'],
    ['other content under its id', [item('7', 'a')], item('7', 'b'), 'new'],
    ['the record has no id', [item('7', 'a')], item(null, 'a'), 'here 7'],
    ['the item has no id', [item(null, 'a')], item('7', 'a'), 'here null'],
    ['one with its id rather than one without', [item(null, 'a'), item('7', 'a')], item('7', 'a', 'x'), 'here 7'],
    ['one without id rather than one with', [item('7', 'a'), item(null, 'a')], item(null, 'a', 'x'), 'here null'],
    ['no id, and several have the content', [item('7', 'a'), item('8', 'a')], item(null, 'a'), 'unclear'],
    ['the same record, whatever it says today', [item('7', 'a', 'same')], item('9', 'z', 'same'), 'here 7'],
  ])('by id and content: %s', (_, here, record, expected) => {
    expect(found(here, record)).toBe(expected)
  })

  test.each([
    ['other content under its id', [item('7', 'a')], item('7', 'b'), 'here 7'],
    ['the id twice: the content decides', [item('7', 'a'), item('7', 'b')], item('7', 'b', 'x'), 'here 7'],
    ['the id twice, and another content', [item('7', 'a'), item('7', 'b')], item('7', 'c'), 'unclear'],
    ['an id that nobody has', [item('7', 'a')], item('8', 'a'), 'new beside 7'],
    ['no id: by the content', [item('7', 'a')], item(null, 'a'), 'here 7'],
  ])('by the id alone: %s', (_, here, record, expected) => {
    expect(found(here, record, 'id')).toBe(expected)
  })
})

const list = (method: string, ...claims: string[]) => ({ method, claims })
const correction = { original: 'One', corrected: 'Two' }

/** The content that a record becomes, by the format that recognises it. */
function contentIn(id: string, record: JsonObject): Json {
  const format = protocolById(id).formats.find(({ recognises }) => recognises(record))
  const read = format?.read(record)
  if (!read?.ok) throw new Error(`not a record of ${id}: ${JSON.stringify(read?.problems)}`)
  return read.record.content
}

describe('the key of a content', () => {
  const felm = protocolById('felm')
  const content = { prompt: 'Why?', response: 'So.', domain: 'wk', source: 'quora', index: '7', refContents: [] }

  test('leaves out id and notes, and tells what is read apart', () => {
    const key = contentKeyOf(felm, content, false)
    expect(contentKeyOf(felm, { ...content, index: null, domain: null, source: null }, false)).toBe(key)
    expect(contentKeyOf(felm, { ...content, response: 'Thus.' }, false)).not.toBe(key)
    expect(contentKeyOf(felm, content, true)).not.toBe(key)
  })

  test.each([
    [
      'veriscore-preference',
      { text: 'It is long.', question: null, lists: [list('a', 'It is long.'), list('b', 'It is.')] },
      { domain: 'eli5', extractor: 'a model', qa: true },
      { lists: [list('a', 'It is long.'), list('b', 'It was.')] },
    ],
    [
      'factcheck-bench-revision',
      { prompt: 'How long?', response: 'One mile.', revisions: { a: 'Two miles.', b: 'Three.' } },
      { 'claim list': ['It is two miles long.'], revised_response: 'Two.', corrections: [correction] },
      { revisions: { a: 'Two miles.', b: 'Four.' } },
    ],
  ])('of %s leaves out what was noted and found true', (id, record, noted, changed) => {
    const keyOf = (more: object) => contentKeyOf(protocolById(id), contentIn(id, { ...record, ...more }), false)
    expect(keyOf(noted)).toBe(keyOf({}))
    expect(keyOf(changed)).not.toBe(keyOf({}))
  })

  test('leaves out how a text is cut for a later stage only, which an export writes', () => {
    const checked = checkFile(`assay: protocol/1
id: cut-later
version: 1
title: Cut later
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
units:
  - {id: sentence, from: splitter, text: text}
stages:
  - {id: whole, units: [], questions: [{id: fine, ask: Is it fine?, form: flag}]}
  - {id: parts, questions: [{id: wrong, on: sentence, ask: Is it wrong?, form: flag}]}
guidelines: Read.
`)
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
    const protocol = compileProtocol(checked.definition)
    const keyOf = (record: { [key: string]: Json }) => {
      const read = protocol.formats[0].read(record)
      if (!read.ok) throw new Error(JSON.stringify(read.problems))
      return contentKeyOf(protocol, read.record.content, false)
    }
    const text = 'One is odd. Two is odd.'
    const exported = {
      text,
      sentences: [
        { text: 'One is odd.', wrong: false },
        { text: 'Two is odd.', wrong: true },
      ],
    }
    expect(keyOf(exported)).toBe(keyOf({ text }))
    expect(keyOf({ text: 'One is odd.' })).not.toBe(keyOf({ text }))
  })

  test('says for every protocol that is built in which fields are read and judged', () => {
    expect(protocols.filter(({ identifiedBy }) => !identifiedBy).map(({ id }) => id)).toEqual([])
  })

  test('is made of fields that the content has', () => {
    for (const { id, content: schema, identifiedBy = [] } of protocols) {
      const fields = Object.keys((schema as unknown as { shape: object }).shape)
      expect(
        identifiedBy.filter((field) => !fields.includes(field)),
        id,
      ).toEqual([])
    }
  })
})

describe('what an item is called', () => {
  const titleOf = (title: string, externalId: string | null) => {
    const [format] = protocolById('felm').formats
    const read: RecordFormat['read'] = (json) => {
      const result = format.read(json)
      return result.ok ? { ok: true, record: { ...result.record, title, externalId } } : result
    }
    const protocol: Protocol = { ...protocolById('felm'), formats: [{ ...format, recognises: () => true, read }] }
    const value = { prompt: 'Why?', response: 'So.', segmented_response: ['So.'] }
    const reading = readItem(protocol, { ok: true, line: 7, raw: JSON.stringify(value), value, notes: [] })
    return reading.ok ? reading.item.title : reading.problems
  }

  test('is never nothing: its id or its line stands where its text begins with no words', () => {
    expect([titleOf('Why?', '4'), titleOf(' ', '4'), titleOf('', null), titleOf('', ' ')]).toEqual([
      'Why?',
      '4',
      'Record on line 7',
      'Record on line 7',
    ])
  })
})
