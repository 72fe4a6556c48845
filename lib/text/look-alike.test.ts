import { expect, test } from 'vitest'
import { findLookAlike, lookAlikes } from './look-alike'

const looksLike = (name: string, other: string) => findLookAlike(name, [{ name: other }]) !== null

test.each([
  ['Mara Lindholm', 'Mara Lindholm'],
  ['mara  LINDHOLM', 'Mara Lindholm'],
  ['Маrа Lindholm', 'Mara Lindholm'],
  ['Ναncy', 'Nancy'],
  ['НЕLEN', 'Helen'],
  ['Нelen', 'Helen'],
  ['AIice', 'Alice'],
  ['A1ice', 'Alice'],
  ['Ｍａｒａ', 'Mara'],
  ['𝐌𝐚𝐫𝐚', 'Mara'],
  ['Riverś', 'Rivers\u0301'],
  ['Mar\u00ADa', 'Mara'],
  ['O’Hara', "O'Hara"],
  ['Anne–Marie', 'Anne-Marie'],
  ['Ma\u00A0ra', 'Ma ra'],
  ['Trial 0', 'Trial O'],
  ['Tirner', 'Timer'],
  ['НИНА', 'Нина'],
  ['ΝΙΚΟΣ', 'Νικοσ'],
  ['Оскар', 'Oскаp'],
])('%s looks like %s', (name, other) => {
  expect(looksLike(name, other)).toBe(true)
  expect(looksLike(other, name)).toBe(true)
})

test.each([
  ['Mara', 'Maria'],
  ['Zoe', 'Zoë'],
  ['Rivers 1', 'Rivers 2'],
  ['Нина', 'Hина2'],
  ['김민수', '김민서'],
  ['王伟', '王偉'],
  ['علی', 'علي'],
])('%s does not look like %s', (name, other) => {
  expect(looksLike(name, other)).toBe(false)
})

test('says which', () => {
  const others = [
    { name: 'Oceans', id: 1 },
    { name: 'Rivers', id: 2 },
  ]
  expect(findLookAlike('Rіvers', others)).toMatchObject({ id: 2 })
  expect(findLookAlike('Lakes', others)).toBeNull()
})

test('of all names, those that look like another are found, never by their own', () => {
  const all = ['Mara', 'Ben', 'Маra', 'Mara', 'Ana'].map((name, index) => ({ id: String(index), name }))
  const found = lookAlikes(all, all).map(({ of, other }) => [of.id, other.id])
  expect(found).toEqual([
    ['0', '2'],
    ['2', '0'],
    ['3', '0'],
  ])
  expect(lookAlikes(all.slice(1, 2), all)).toEqual([])
})
