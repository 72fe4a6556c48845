import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
