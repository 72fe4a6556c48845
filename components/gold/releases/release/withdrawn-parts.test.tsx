import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { WithdrawnItems, WithdrawnRelease } from './withdrawn-parts'

const REASON = 'طلب صاحب النص حذفه (GDPR)'
const at = '2026-11-01T10:00:00.000Z'

afterEach(cleanup)

test('a reason keeps its own direction behind the words of the page', () => {
  const withdrawnItems = [
    { item: 3, id: 'نهر 3', reason: REASON, erratum: 'Do not use it.', at },
    { item: 4, id: null, reason: 'Its author asked for it', erratum: 'Do not use it.', at },
  ]
  const { container } = render(
    <>
      <WithdrawnItems since={{ withdrawnItems, sums: 'ab'.repeat(32) }} digest={'cd'.repeat(32)} />
      <WithdrawnRelease withdrawn={{ reason: REASON, erratum: 'Do not use it.', at }} digest={'cd'.repeat(32)} />
    </>,
  )
  const titles = [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(titles).toContain(`Item 3 (نهر 3): ${REASON}`)
  expect(titles).toContain('Item 4: Its author asked for it')
  expect(titles).toContain(`This release was withdrawn: ${REASON}`)
  const drawn = [...screen.getAllByText(REASON), screen.getByText('نهر 3')]
  expect(drawn.map(({ tagName }) => tagName)).toEqual(['BDI', 'BDI', 'BDI'])
})
