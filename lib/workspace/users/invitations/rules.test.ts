import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readAddresses } from './rules'

const read = (text: string) => readAddresses(text, 'annotator')
const people = (text: string) => read(text).people.map(({ email, role }) => `${email} ${role}`)

describe('readAddresses', () => {
  test.each([
    ['one a line', 'ana@uni.example\nben@uni.example', ['ana@uni.example annotator', 'ben@uni.example annotator']],
    [
      'with roles',
      'ana@x.org, reviewer\nben@x.org;viewer\ncho@x.org\tManager',
      ['ana@x.org reviewer', 'ben@x.org viewer', 'cho@x.org manager'],
    ],
    [
      'as a mail has them',
      'Ana Ruiz <Ana@X.org>, "Li, Ben" <ben@x.org>;',
      ['ana@x.org annotator', 'ben@x.org annotator'],
    ],
    ['several with roles', 'a@x.org, reviewer, b@x.org, viewer', ['a@x.org reviewer', 'b@x.org viewer']],
    ['names before addresses', 'Ana Ruiz, ana@x.org, reviewers', ['ana@x.org reviewer']],
    ['separated by blanks', 'Ana Ruiz ana@x.org reviewer', ['ana@x.org reviewer']],
    [
      'a table with a head',
      'Role;Name;E-mail\nviewer;Ana;ana@x.org\n;Ben;ben@x.org',
      ['ana@x.org viewer', 'ben@x.org annotator'],
    ],
    ['empty lines', '\n\n  \r\nana@x.org\r\n', ['ana@x.org annotator']],
  ])('takes %s', (_, text, expected) => {
    expect(people(text)).toEqual(expected)
    expect(read(text).problems).toEqual([])
  })

  test.each([
    ['ana@x', '“ana@x” is no e-mail address.'],
    ['Ana <>', 'There is no e-mail address on this line.'],
    ['Ana Ruiz', 'There is no e-mail address on this line.'],
    ['ana@x.org, editor', '“editor” is no role: manager, annotator, reviewer or viewer.'],
    ['ana@x.org administrator', '“administrator” is no role: manager, annotator, reviewer or viewer.'],
    ['email,role\nana@x.org,boss', '“boss” is no role: manager, annotator, reviewer or viewer.'],
  ])('says what is wrong with %s', (text, problem) => {
    const { people: found, problems } = read(`${text}\nzoe@x.org`)
    expect(problems).toEqual([{ line: text.split('\n').length, problem }])
    expect(found.map(({ email }) => email)).toEqual(['zoe@x.org'])
  })

  it('names an address that stands twice, and those past the most at once', () => {
    expect(read('a@x.org\nb@x.org\nA@x.org').problems).toEqual([
      { line: 3, problem: 'a@x.org stands on line 1 already.' },
    ])
    const many = read(Array.from({ length: 202 }, (_, n) => `p${n}@x.org`).join('\n'))
    expect(many.people).toHaveLength(200)
    expect(many.problems.map(({ line }) => line)).toEqual([201, 202])
  })

  it('reads anything without falling over, and each address once', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '@', 'x.org', ',', ';', '\t', '\n', '"', '<', '>', ' ', 'viewer') }),
        (text) => {
          const emails = read(text).people.map(({ email }) => email)
          expect(new Set(emails).size).toBe(emails.length)
        },
      ),
    )
  })
})
