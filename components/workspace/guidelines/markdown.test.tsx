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
