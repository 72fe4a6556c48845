import { describe, expect, it } from 'vitest'
import { isPlainXml } from './plain-xml'

describe('an answer that is read', () => {
  it.each([
    ['a listing', '<?xml version="1.0" encoding="UTF-8"?>\n<L xmlns="http://s3"><K>a &amp; b</K><K>c</K><E/></L>\n'],
    ['an element with attributes and no content', '<L><Owner id="x" /></L>'],
  ])('%s', (_, text) => {
    expect(isPlainXml(text)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['words', 'Service Unavailable'],
    ['beginnings without an end', '<a>'.repeat(20_000)],
    ['elements within others of their name', `${'<a>'.repeat(3)}${'</a>'.repeat(3)}`],
    ['elements that are closed out of order', '<a><b></a></b>'],
    ['an end without a beginning', '<a></a></b>'],
    ['many levels', `${'abcdefghi'.replace(/./g, '<$&>')}${'ihgfedcba'.replace(/./g, '</$&>')}`],
    ['very many elements', `<L>${'<a/>'.repeat(20_001)}</L>`],
    ['a comment', '<L><!-- <a> --></L>'],
    ['a section of characters', '<L><![CDATA[<a>]]></L>'],
    ['a bare sign', '<L>1 < 2</L>'],
    ['a tag that does not end', '<L><a'],
    ['a name with a sign that the parser does not know', '<s3:L></s3:L>'],
    ['two heads', '<?xml?><?xml?><L></L>'],
  ])('is none with %s', (_, text) => {
    expect(isPlainXml(text)).toBe(false)
  })
})
