import { beforeEach, expect, it } from 'vitest'
import { leftBehind, removeTraces } from './left-behind'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const [ANA, BEN] = ['0193a0a0-0000-7000-8000-000000000001', '0193a0a0-0000-7000-8000-000000000002']

it('counts what was not sent, each person’s their own, and leaves it where it is', () => {
  expect(leftBehind(ANA)).toEqual({ changes: 0, texts: 0 })
  localStorage.setItem(`assay-outbox/${ANA}/annotation/s1/label`, '{}')
  localStorage.setItem(`assay-outbox/desk/${ANA}/task/s2/label`, '{}')
  localStorage.setItem(`assay-draft:remark ${ANA} task`, 'Half a')
  localStorage.setItem(`assay-draft:remark ${BEN} task`, 'Another half')
  localStorage.setItem(`assay-confirmed/${ANA}`, '[]')
  localStorage.setItem('something else', 'x')
  removeTraces()
  expect(localStorage.getItem(`assay-confirmed/${ANA}`)).toBeNull()
  expect(leftBehind(ANA)).toEqual({ changes: 2, texts: 1 })
  expect(leftBehind(BEN)).toEqual({ changes: 0, texts: 1 })
})

it('removes the traces of the tab', () => {
  sessionStorage.setItem('assay-undo/annotation', '{}')
  sessionStorage.setItem('assay-draft/link', 'https://')
  sessionStorage.setItem('something else', 'x')
  removeTraces()
  expect(Object.keys(sessionStorage)).toEqual(['something else'])
})
