import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { GuidelinesDifference } from './guidelines-difference'
import { MarkdownDifference } from './markdown'

/** What is drawn: elements by their names, without classes and directions. */
function drawn(before: string, after: string): string {
  const { container } = render(<MarkdownDifference before={before} after={after} />)
  for (const spoken of container.querySelectorAll('.sr-only')) spoken.remove()
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
  const { container } = render(
    <MarkdownDifference before="Safe." after={'<img src=x onerror=alert(1)>\n\n![a](b) **Safe**'} />,
  )
  expect(container.querySelectorAll('img, [onerror]')).toHaveLength(0)
  expect(container.textContent).toContain('<img src=x')
})

it('says to those who hear the page what was added and removed', () => {
  const { container } = render(<MarkdownDifference before="It is so." after="It was so." />)
  expect(container.textContent).toBe('It [removed: is][added: was] so.')
})

it('draws long texts without much in common in good time', () => {
  const long = (word: string) => Array.from({ length: 6_000 }, (_, at) => `${word}${at}`).join(' ')
  expect(drawn(long('a'), long('b'))).toContain('<del>a0 a1')
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
