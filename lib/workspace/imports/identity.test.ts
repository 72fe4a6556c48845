import { describe, expect, test } from 'vitest'
import { protocolById, protocols } from '@/lib/protocols'
import type { IdentityRule } from './contract'
import { contentKeyOf, type Identified, KnownItems } from './identity'

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

describe('the key of a content', () => {
  const felm = protocolById('felm')
  const content = { prompt: 'Why?', response: 'So.', domain: 'wk', source: 'quora', index: '7', refContents: [] }

  test('leaves out id and notes, and tells what is read apart', () => {
    const key = contentKeyOf(felm, content, false)
    expect(contentKeyOf(felm, { ...content, index: null, domain: null, source: null }, false)).toBe(key)
    expect(contentKeyOf(felm, { ...content, response: 'Thus.' }, false)).not.toBe(key)
    expect(contentKeyOf(felm, content, true)).not.toBe(key)
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
