import { expect, it } from 'vitest'
import { HeldKeys, MOST_HELD } from './held-keys'

const pressed = (key: string) => ({ key, code: `Key${key.toUpperCase()}`, shiftKey: false })
const holding = (...keys: string[]) => {
  const held = new HeldKeys()
  held.begin()
  for (const key of keys) held.hold(pressed(key))
  return held
}
const takeAll = (held: HeldKeys) => {
  const taken: string[] = []
  for (let key = held.next(); key; key = held.next()) taken.push(key.key)
  return taken
}

it('gives the keys to the next task, in order, and holds nothing from then on', () => {
  const held = holding('t', 'f')
  expect(held.submitted()).toBe(false)
  held.hold(pressed('y'))
  held.leave()
  held.expect('two')
  held.hold(pressed('j'))
  expect([held.now(), held.count()]).toEqual(['leaving', 4])
  expect(held.arrive('two')).toBe(true)
  expect(takeAll(held)).toEqual(['t', 'f', 'y', 'j'])
  expect(held.now()).toBe('none')
  held.hold(pressed('t'))
  expect(held.count()).toBe(0)
})

it('puts a key that is pressed while others are taken behind them', () => {
  const held = holding('t')
  held.submitted()
  held.leave()
  held.expect('two')
  held.arrive('two')
  expect(held.next()?.key).toBe('t')
  held.hold(pressed('f'))
  expect(takeAll(held)).toEqual(['f'])
})

it('says that the person has gone on before the server answered', () => {
  const held = holding('t')
  held.goOn()
  expect(held.submitted()).toBe(true)
  const slow = holding()
  slow.goOn()
  slow.forget()
  expect(slow.submitted()).toBe(false)
})

it('gives nothing to another task, nor to one that comes before it is known which is next', () => {
  const held = holding('t')
  expect(held.arrive('one')).toBe(false)
  held.submitted()
  held.leave()
  expect(held.arrive('two')).toBe(false)
  held.expect('two')
  expect(held.arrive('three')).toBe(false)
  expect(held.next()).toBeUndefined()
  expect(held.end()).toBe(1)
  expect(held.arrive('two')).toBe(false)
})

it('keeps what follows a second submission from the next task, and counts it', () => {
  const held = holding('t', 'y')
  held.submitAgain()
  held.hold(pressed('f'))
  held.submitted()
  held.leave()
  held.expect('two')
  held.submitAgain()
  held.hold(pressed('d'))
  held.arrive('two')
  expect(takeAll(held)).toEqual(['t', 'y'])
  expect(held.end()).toBe(2)
  held.begin()
  held.hold(pressed('j'))
  expect(held.count()).toBe(1)
})

it('takes a second submission without a key before it for going on', () => {
  const held = holding()
  held.submitAgain()
  held.hold(pressed('t'))
  expect(held.submitted()).toBe(true)
  expect(held.count()).toBe(1)
})

it('holds so many and no more', () => {
  const held = holding(...Array.from({ length: MOST_HELD + 3 }, (_, index) => String(index % 10)))
  expect(held.count()).toBe(MOST_HELD)
})

it('lets go of what is not wanted, and still gives the task that is being submitted no key', () => {
  const held = holding('t')
  held.forget()
  expect([held.now(), held.count()]).toEqual(['submitting', 0])
  held.hold(pressed('f'))
  held.submitted()
  held.leave()
  held.forget()
  expect([held.now(), held.count()]).toEqual(['none', 0])
})

it('begins a submission without what was held before, and ends with what is left', () => {
  const held = holding('t', 'f')
  held.begin()
  expect(held.count()).toBe(0)
  held.hold(pressed('y'))
  expect(held.end()).toBe(1)
  expect([held.now(), held.submitted()]).toEqual(['none', false])
})

it('says so whenever something changes', () => {
  const held = new HeldKeys()
  const seen: [string, number][] = []
  const leave = held.subscribe(() => seen.push([held.now(), held.count()]))
  held.begin()
  held.hold(pressed('t'))
  leave()
  held.end()
  expect(seen).toEqual([
    ['submitting', 0],
    ['submitting', 1],
  ])
})

it('counts what a task that stays does not take, holds none of it, and ends with another task', () => {
  const held = holding('t')
  held.end()
  held.stay('one', { why: 'Not submitted.', missing: [] })
  held.hold(pressed('f'))
  held.refuse()
  held.refuse()
  expect([held.now(), held.count(), held.untaken(), held.stays()?.why]).toEqual(['stays', 0, 2, 'Not submitted.'])
  expect([held.staysElsewhere('one'), held.staysElsewhere('two')]).toEqual([false, true])
  held.end()
  expect([held.now(), held.untaken(), held.stays()]).toEqual(['none', 0, null])
})
