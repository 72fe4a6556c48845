import { render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { GuidelineMarkdown } from './markdown'

const HOSTILE = `# Rules

Read <b onclick="alert(1)">this</b> and [that](https://example.org), not [this](javascript:alert(1)).

![a cat](https://example.org/cat.png)

<script>alert(1)</script>
`

test('hostile Markdown is text: no raw HTML, no script, no foreign picture, only web links', () => {
  const { container } = render(<GuidelineMarkdown>{HOSTILE}</GuidelineMarkdown>)
  expect(container.querySelectorAll('b, script, img, [onclick]')).toHaveLength(0)
  expect(container.textContent).toMatch('<script>alert(1)</script>')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://example.org'])
})

test('headings start at the level the page asks for and never leave six', () => {
  render(<GuidelineMarkdown headingLevel={3}>{'# One\n\n## Two\n\n###### Six'}</GuidelineMarkdown>)
  expect(screen.getAllByRole('heading').map((heading) => heading.tagName)).toEqual(['H3', 'H4', 'H6'])
})

describe('nesting', () => {
  const shown = (text: string) => {
    const html = renderToString(<GuidelineMarkdown>{text}</GuidelineMarkdown>)
    const place = document.createElement('div')
    place.innerHTML = html
    return { place, html }
  }
  /** How deep elements of the kind lie in each other. */
  const depth = (place: Element, kind: string): number =>
    Math.max(
      0,
      ...[...place.querySelectorAll(kind)].map((element) => {
        let levels = 0
        for (let at: Element | null = element; at && at !== place; at = at.parentElement) if (at.matches(kind)) levels++
        return levels
      }),
    )

  test.each([
    ['quotes', 'blockquote', '> '.repeat(2_000)],
    ['quotes without blanks', 'blockquote', '>'.repeat(20_000)],
    ['lists on one line', 'ul, ol', '- '.repeat(2_000)],
    ['numbered lists on one line', 'ul, ol', '1. '.repeat(2_000)],
    ['quotes and lists in turn', 'blockquote, ul', '> - '.repeat(1_000)],
    ['lists by indentation', 'ul', Array.from({ length: 200 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')],
    ['emphasis', 'em, strong', `${'**'.repeat(400)}`],
  ])('%s: six levels are drawn, what lies deeper is shown flat', (_, kind, run) => {
    const { place } = shown(`Before.\n\n${run}deep${kind === 'em, strong' ? run : ''}\n\nAfter.`)
    expect(depth(place, kind)).toBeGreaterThan(0)
    expect(depth(place, kind)).toBeLessThanOrEqual(6)
    expect(place.textContent).toMatch(/Before\.[\s\S]*deep[\s\S]*After\./)
  })

  test('six levels of a list with text on each are kept, and nothing of the seventh is lost', () => {
    const list = Array.from({ length: 9 }, (_, level) => `${'  '.repeat(level)}- level ${level + 1}`).join('\n')
    const { place } = shown(list)
    expect([...place.querySelectorAll('li')]).toHaveLength(6)
    expect(place.textContent?.match(/level \d/g)).toEqual(Array.from({ length: 9 }, (_, level) => `level ${level + 1}`))
  })

  test('the browser draws what the server sent, and React says nothing', () => {
    const said = vi.spyOn(console, 'error')
    const text = `${'> '.repeat(2_000)}deep`
    const { place, html } = shown(text)
    hydrateRoot(place, <GuidelineMarkdown>{text}</GuidelineMarkdown>, {
      onRecoverableError: (error) => console.error(error),
    })
    expect(place.innerHTML).toBe(html)
    expect(said).not.toHaveBeenCalled()
  })

  test('what would keep the parser for minutes is shown as it was written', () => {
    const signs = 'a*b_'.repeat(5_000)
    expect(shown(signs).place.textContent).toBe(signs)
    const table = `${'|a'.repeat(2_000)}\n${'|-'.repeat(2_000)}\n${'a|\n'.repeat(2_000)}`
    expect(shown(table).place.querySelectorAll('td')).toHaveLength(0)
  })

  test('rules and code with signs of quotes stay', () => {
    const { place } = shown(`${'- '.repeat(20)}\n\n\`\`\`\n${'>'.repeat(20)} a\n\`\`\`\n`)
    expect(place.querySelectorAll('hr')).toHaveLength(1)
    expect(place.querySelector('pre')?.textContent).toContain(`${'>'.repeat(20)} a`)
  })
})

describe('what is not drawn', () => {
  const deep = Array.from({ length: 9 }, (_, level) => `${'  '.repeat(level)}- entry ${level}`).join('\n')

  test('is told to whoever writes, in one sentence, and loses no text', () => {
    const { container, rerender } = render(<GuidelineMarkdown tellUndrawn>{deep}</GuidelineMarkdown>)
    expect(screen.getByText(/nest deeper than six levels/)).toBeTruthy()
    for (const level of [6, 7, 8])
      expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toContain(`entry ${level}`)
    rerender(<GuidelineMarkdown>{deep}</GuidelineMarkdown>)
    expect(screen.queryByText(/nest deeper/)).toBeNull()
  })

  test.each([
    [`${'* '.repeat(40)}far`, /nest deeper/],
    ['*a_'.repeat(4_000), /shown as it was written/],
  ])('is told of what is cut for its markers, and of what is no prose', (text, said) => {
    render(<GuidelineMarkdown tellUndrawn>{text}</GuidelineMarkdown>)
    expect(screen.getByText(said)).toBeTruthy()
  })

  test('is nothing of an ordinary text', () => {
    render(<GuidelineMarkdown tellUndrawn>{'# A\n\n- b\n  - c\n\n> d'}</GuidelineMarkdown>)
    expect(screen.queryByText('Not all of it is drawn')).toBeNull()
  })
})

test('each block is set in the direction of its own first letter', () => {
  const text = '# قواعد\n\nRead this.\n\n- اقرأ\n- اكتب\n\n> *شرح*\n\n1. First\n\n| نوع | kind |\n|---|---|\n| 1 | b |'
  const { container } = render(<GuidelineMarkdown>{text}</GuidelineMarkdown>)
  const dirs = (selector: string) => [...container.querySelectorAll(selector)].map((each) => each.getAttribute('dir'))
  expect(['h2', 'ul', 'ol', 'blockquote', 'table', 'th'].map(dirs)).toEqual([
    ['rtl'],
    ['rtl'],
    ['ltr'],
    ['rtl'],
    ['rtl'],
    ['rtl', 'ltr'],
  ])
  expect(dirs('p')).toEqual(['ltr', 'rtl'])
})
