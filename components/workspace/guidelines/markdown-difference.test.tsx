import { render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { expectLinearTime } from '@/tests/support/linear-time'
import { GuidelinesDifference } from './guidelines-difference'
import { differenceDrawer } from './markdown'

/** What is drawn: elements by their names, without classes and directions. */
function drawn(before: string, after: string): string {
  const { container } = render(differenceDrawer(before, after)(before, after).drawn)
  for (const spoken of container.querySelectorAll('.sr-only, svg')) spoken.remove()
  return (container.firstElementChild?.innerHTML ?? '')
    .replaceAll(/ (?:class|dir|target|rel|start|data-[a-z-]+)="[^"]*"/g, '')
    .replaceAll(/\n/g, '')
}

it.each([
  [
    'a word of a paragraph',
    'One claim here.',
    'Two claims here.',
    '<p><del>One claim</del><ins>Two claims</ins> here.</p>',
  ],
  [
    'a word in bold',
    'Say **why** it is.',
    'Say **how** it is.',
    '<p>Say <del><strong>why</strong></del><ins><strong>how</strong></ins> it is.</p>',
  ],
  ['what became bold', 'Say why.', 'Say **why**.', '<p>Say <del>why</del><ins><strong>why</strong></ins>.</p>'],
  [
    'an entry of a list',
    '- one\n- two',
    '- one\n- three\n- two',
    '<ul><li>one</li><li><ins>three</ins></li><li>two</li></ul>',
  ],
  ['a paragraph that is gone', 'Keep.\n\nOld words.', 'Keep.', '<p>Keep.</p><p><del>Old words.</del></p>'],
  ['a list in the place of a paragraph', 'Old.', '- new', '<p><del>Old.</del></p><ul><li><ins>new</ins></li></ul>'],
  ['a cell of a table', '| a |\n|---|\n| b |', '| a |\n|---|\n| c |', '<td><del>b</del><ins>c</ins></td>'],
  ['code', '```\na\n```', '```\nb\n```', '<del><pre><code>a</code></pre></del><ins><pre><code>b</code></pre></ins>'],
  ['a heading', '# Why', '# How', '<h2><del>Why</del><ins>How</ins></h2>'],
  ['nothing of what authors struck', 'Say ~~no~~ yes.', 'Say ~~no~~ yes.', '<p>Say <s>no</s> yes.</p>'],
])('marks %s', (_, before, after, expected) => {
  expect(drawn(before, after)).toContain(expected)
})

it('draws no more than the texts themselves may: no raw HTML, no pictures', () => {
  const after = '<img src=x onerror=alert(1)>\n\n![a](b) **Safe**'
  const { container } = render(differenceDrawer('Safe.', after)('Safe.', after).drawn)
  expect(container.querySelectorAll('img, [onerror]')).toHaveLength(0)
  expect(container.textContent).toContain('<img src=x')
})

it('says to those who hear the page what was added and removed', () => {
  const { container } = render(differenceDrawer('', '')('It is so.', 'It was so.').drawn)
  expect(container.textContent).toBe('It [removed: is][added: was] so.')
})

const words = (count: number, word: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => word(at)).join(' ')

it('shows a paragraph whole of which too much has changed', () => {
  const [before, after] = [words(600, (at) => `a${at}`), words(600, (at) => (at % 2 === 0 ? `a${at}` : `b${at}`))]
  expect(drawn(before, after)).toBe(`<p><del>${before}</del><ins>${after}</ins></p>`)
})

it.each([
  [
    'one paragraph',
    (length: number, word: string) => words(length / 5, (at) => (at % 2 === 0 ? `a${at}` : `${word}${at}`)),
  ],
  [
    'paragraphs',
    (length: number, word: string) =>
      Array.from(
        { length: length / 1_000 },
        (_, at) => `${at} same ${words(200, (each) => (each % 2 === 0 ? 'a' : `${word}${at}${each}`))}`,
      ).join('\n\n'),
  ],
  [
    'sections',
    (length: number, word: string) =>
      Array.from(
        { length: length / 1_000 },
        (_, at) => `# ${at}\n${words(200, (each) => (each % 2 === 0 ? 'a' : `${word}${at}${each}`))}`,
      ).join('\n\n'),
  ],
])('takes a time that grows with the text: %s', (about, make) => {
  expectLinearTime(
    (texts) => {
      const [before = '', after = ''] = texts.split('\f')
      return renderToString(<GuidelinesDifference before={before} after={after} />)
    },
    (length) => `${make(length, 'b')}\f${make(length, 'c')}`,
    10_000,
    about,
  )
})

it.each([
  [
    'a table without outer bars',
    'a | b\n--- | ---\nc | d',
    'a | b\n--- | ---\nc | e',
    '<td><del>d</del><ins>e</ins></td>',
  ],
  [
    'what lines are only broken elsewhere beside',
    'One claim\nof two here.',
    'One\nclaim of three here.',
    '<p>Oneclaim of <del>two</del><ins>three</ins> here.</p>',
  ],
  [
    'the start of a list',
    '3. a\n4. b',
    '5. a\n6. b',
    '<ol><li><del>a</del></li><li><del>b</del></li></ol><ol><li><ins>a</ins></li>',
  ],
  [
    'an entry that was ticked',
    '- [ ] a\n- b',
    '- [x] a\n- b',
    'type="checkbox" checked=""> <ins>a</ins></li><li>b</li>',
  ],
  ['a rule that went', 'a\n\n---\n\nb', 'a\n\nb', '<p>a</p><p><del>* * *</del></p><p>b</p>'],
  [
    'the address of a link by its name',
    'See [this][1].\n\n[1]: https://a.example',
    'See [this][1].\n\n[1]: https://b.example',
    '<p>See <del><a href="https://a.example">this</a></del><ins><a href="https://b.example">this</a></ins>.</p>',
  ],
  [
    'a definition',
    'Text.\n\n[1]: https://a.example',
    'Text.\n\n[1]: https://b.example',
    '<del><a href="https://a.example">https://a.example</a></del>',
  ],
  [
    'a footnote',
    'Text.[^1]\n\n[^1]: An old note.',
    'Text.[^1]\n\n[^1]: A new note.',
    '<del>An old</del><ins>A new</ins> note.',
  ],
  ['a footnote that is new', 'Text.', 'Text.[^1]\n\n[^1]: A note.', '<p><ins>A note.</ins>'],
  ['a footnote that went', 'Text.[^1]\n\n[^1]: A note.', 'Text.', '<p><del>A note.</del>'],
])('marks %s', (_, before, after, expected) => {
  expect(drawn(before, after)).toContain(expected)
})

it('finds what is defined in another section, and shows it where it changed', () => {
  const [before, after] = ['a', 'b'].map(
    (word) =>
      `# Rules\nSay ${word}, see [this][1] and that.[^n]\n# Sources\n[1]: https://${word}.example\n\n[^n]: Note ${word}.`,
  )
  const { container } = render(<GuidelinesDifference before={before ?? ''} after={after ?? ''} />)
  const [rules, sources] = container.querySelectorAll('div > section:not([data-footnotes])')
  expect([...(rules?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining(['https://a.example', 'https://b.example']),
  )
  expect(rules?.textContent).toMatch(/Note \[removed: a\]\[added: b\]\./)
  expect(sources?.textContent).toMatch(/\[1\]: .*https:\/\/a\.example.*\[\^n\]: .*Note .*a.*b/s)
  expect(container.textContent).not.toContain('[this]')
})

it('says so where a section changed in nothing that is drawn, and where one was moved', () => {
  const { container } = render(
    <GuidelinesDifference before={'# A\na\n## B\nb\n# C\n- c'} after={'# A\na\n# C\n* c\n## B\nb'} />,
  )
  expect([...container.querySelectorAll('section')].map(({ textContent }) => textContent.replaceAll('\n', ''))).toEqual(
    ['Changed, though no word isCc', 'Moved, under C, before that under ABb'],
  )
})

it('names each section by its heading, once more where it is called otherwise', () => {
  const { container } = render(
    <GuidelinesDifference
      before={'# Rules\na\n# 2. *Links*\nb\n# Gone\nc'}
      after={'# Rules\na\n# 3. Pages\nb\n# Fresh\nd'}
    />,
  )
  const told = [...container.querySelectorAll('section')].map(({ textContent }) => textContent.replaceAll('\n', ''))
  expect(told).toEqual([
    expect.stringMatching(/^Renamed.*Links.*Pages/),
    'New sectionFresh[added: d]',
    'No longer thereGone[removed: c]',
  ])
  expect(container.textContent).not.toMatch(/[#*]/)
})
