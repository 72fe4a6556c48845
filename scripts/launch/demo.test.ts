import { expect, test } from 'vitest'
import { decideDemo } from './demo'
import { readSettings } from './settings'

const nobody = { any: false, demo: false }
const people = { any: true, demo: false }
const demoPeople = { any: true, demo: true }
const own = { DATABASE_URL: 'postgresql://db.example.org/assay' }
const open = { HOST: '0.0.0.0' }

test.each([
  ['a new embedded database', {}, nobody, true],
  ['an embedded database with demo accounts', {}, demoPeople, true],
  ['an embedded database with real people', {}, people, false],
  ['a database of the user', own, nobody, false],
  ['a database of the user, demo asked for', { ...own, ASSAY_DEMO: '1' }, people, true],
  ['demo forbidden', { ASSAY_DEMO: '0' }, nobody, false],
  ['open to other machines', open, nobody, false],
  ['open to other machines, with real people', open, people, false],
])('%s', (_case, variables, who, expected) => {
  expect(decideDemo(readSettings('start', variables), who)).toBe(expected)
})

test.each([
  ['demo accounts in the embedded database', open, demoPeople],
  ['demo accounts in a database of the user', { ...open, ...own }, demoPeople],
  ['demo accounts although forbidden now', { ...open, ASSAY_DEMO: '0' }, demoPeople],
  ['demo asked for', { ...open, ASSAY_DEMO: '1' }, nobody],
])('refuses to be open to other machines: %s', (_case, variables, who) => {
  expect(() => decideDemo(readSettings('start', variables), who)).toThrow('listens on this machine only')
})
