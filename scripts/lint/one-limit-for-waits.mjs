/** A test that waits says for what, not for how long: the one limit stands in tests/support/limits.ts. */

const WAIT =
  'Wait with `until` or `eventually` of tests/support/wait.ts, in components with `waitFor` of the testing library.'
const POLL = 'Wait with `until` or `eventually` of tests/support/wait.ts.'
const SLEEP = 'Tests do not sleep, and have no limit of their own: wait for what is to come.'
const OPTION = 'A wait and a test have no limit of their own: see tests/support/limits.ts.'
const LIMIT = 'A test or a hook has no limit of its own: see tests/support/limits.ts.'

const WAITS = new Set(['waitUntil', 'waitFor'])
const SLEEPS = new Set(['waitForTimeout', 'setTimeout', 'setDefaultTimeout', 'setDefaultNavigationTimeout'])
const OPTIONS = new Set(['timeout', 'testTimeout', 'hookTimeout', 'asyncUtilTimeout'])
const TESTS = new Set(['it', 'test', 'describe'])
const HOOKS = new Set(['beforeAll', 'beforeEach', 'afterAll', 'afterEach'])

/** The name with which an expression begins: `it` of `it.each([1])`. */
function firstName(node) {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return firstName(node.object)
  if (node.type === 'CallExpression') return firstName(node.callee)
  if (node.type === 'TaggedTemplateExpression') return firstName(node.tag)
  return null
}

const isNumber = (node) => node?.type === 'Literal' && typeof node.value === 'number'

/** What is wrong with a call as a whole, or null. */
function wrongWith({ callee }, isUnitTest) {
  if (callee.type === 'Identifier') return callee.name === 'setTimeout' ? SLEEP : null
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null
  const { object, property } = callee
  const of = object.type === 'Identifier' ? object.name : null
  if (of === 'vi' && WAITS.has(property.name)) return WAIT
  if (of === 'expect' && property.name === 'poll' && isUnitTest) return POLL
  return SLEEPS.has(property.name) ? SLEEP : null
}

/** The limit that a test or a hook is given as its last argument. */
function limitOf({ callee, arguments: given }) {
  const name = firstName(callee)
  if (TESTS.has(name) && given.length === 3) return given[2]
  return HOOKS.has(name) && given.length === 2 ? given[1] : undefined
}

const rule = {
  create(context) {
    const isUnitTest = /\.test\.tsx?$/.test(context.filename)
    const refuse = (node, message) => context.report({ node, message })
    return {
      CallExpression(node) {
        const wrong = wrongWith(node, isUnitTest)
        if (wrong) refuse(node, wrong)
        const limit = limitOf(node)
        if (isNumber(limit)) refuse(limit, LIMIT)
      },
      // What takes an option apart is no wait.
      'ObjectExpression > Property'({ key, shorthand, computed }) {
        const name = key.type === 'Identifier' && !computed ? key.name : key.value
        if (shorthand ? name === 'timeout' : OPTIONS.has(name)) refuse(key, OPTION)
      },
    }
  },
}

export default { meta: { name: 'assay' }, rules: { 'one-limit-for-waits': rule } }
