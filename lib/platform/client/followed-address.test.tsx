import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteFollowedLinks, takeFollowedAddress } from './followed-address'

const addressOf = (path: string) => new URL(path, window.location.href).href
const follow = (name: string, modifiers = {}) => fireEvent.click(screen.getByRole('link', { name }), modifiers)

beforeEach(() => {
  window.history.replaceState(null, '', '/tasks/1')
  render(
    <>
      <a href="#unit-s2">Second</a>
      <a href="#unit-s3">
        <span>Third</span>
      </a>
    </>,
  )
  noteFollowedLinks()
})
afterEach(() => {
  takeFollowedAddress()
  window.history.replaceState(null, '', '/')
})

it('is what a link led to, once, also where the address was written back since', () => {
  follow('Second')
  follow('Third')
  window.history.replaceState(null, '', '/tasks/1')
  expect(takeFollowedAddress()).toBe(addressOf('/tasks/1#unit-s3'))
  follow('Second')
  window.history.replaceState(null, '', '/tasks/1')
  expect(takeFollowedAddress()).toBe(addressOf('/tasks/1'))
})

it('is the present address where another page was left since, or the link was opened elsewhere', () => {
  follow('Second')
  window.history.replaceState(null, '', '/tasks/2#unit-s1')
  expect(takeFollowedAddress()).toBe(addressOf('/tasks/2#unit-s1'))
  noteFollowedLinks()
  follow('Second', { ctrlKey: true })
  window.history.replaceState(null, '', '/tasks/2')
  expect(takeFollowedAddress()).toBe(addressOf('/tasks/2'))
})
