import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Kbd } from './kbd'
import { Sign } from './sign'

it('draws the signs that the typeface lacks, silently, and writes anything else', () => {
  const { container } = render(
    <>
      <Sign of="✓" />
      <Sign of="≠" />
    </>,
  )
  expect(container.querySelectorAll('svg[aria-hidden]')).toHaveLength(1)
  expect(container.textContent).toBe('≠')
})

it('draws the cap of Enter and reads its name', () => {
  const { container } = render(<Kbd keys="mod+enter" />)
  expect(container.querySelectorAll('svg')).toHaveLength(1)
  expect(container.textContent).toBe('CtrlEnter')
})
