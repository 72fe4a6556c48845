/**
 * What may import what. A room imports from itself and from the rooms before it in these two lists, types included: of `lib`, what they
 * say over the wire, decide, read and how a page asks for it, never their commands. `npm run lint` checks it (oxlint.config.mjs).
 */
export const LIB = 'text stats protocols platform workspace annotation adjudication automation quality gold'.split(' ')
export const COMPONENTS = 'ui shell workspace annotation adjudication automation quality gold protocols'.split(' ')

/** Pure, so that the browser, the server and the command line may use all of it. */
const PURE = ['lib/text/**', 'lib/stats/**', 'lib/protocols', 'lib/protocols/**']
/** What of the platform runs in the browser. */
const BROWSER = ['lib/platform/api/*', 'lib/platform/client/*', 'lib/platform/policy/can']
/**
 * Besides contracts, rules and hooks, for browsers: which files are imported together, and as one; answering and what waits to be sent of it;
 * and what is said of coefficients.
 */
const OFFERED_TO_BROWSERS = [
  'lib/workspace/imports/file-groups',
  'lib/workspace/imports/file-of-files',
  'lib/annotation/outbox/*',
  'lib/annotation/annotations/use-workbench',
  'lib/annotation/annotations/waiting-submissions',
  'lib/adjudication/consolidation/waiting/*',
  'lib/quality/agreement/coefficients',
]
/**
 * Commands that later rooms carry out within transactions of their own: the life of a task, how projects and items come in, and which
 * items are selected; and the
 * models that the operator has set, which a later room may ask as well. And the one way of keeping a secret, and the one way to addresses
 * that people name, with how long a server asks to be left alone.
 */
const OFFERED = [
  'lib/workspace/tasks/*',
  'lib/workspace/imports/add-record*',
  'lib/workspace/imports/positions',
  'lib/workspace/items/selection/select-items',
  'lib/workspace/projects/create-project',
  'lib/automation/llm/ports',
  'lib/automation/prefill/ledger/embed-texts',
  'lib/automation/keys/sealing',
  'lib/automation/search/guarded-agent',
  'lib/automation/search/safe-address',
  'lib/automation/search/ask-provider',
]

const upTo = (rooms, room) => rooms.slice(0, rooms.indexOf(room) + 1)
const isDomain = (room) => LIB.indexOf(room) > LIB.indexOf('platform')
/** The domain rooms up to one, whichever of the two lists it is asked of. */
const domainUpTo = (rooms, room) => upTo(rooms, room).filter(isDomain)
const inRooms = (rooms, paths) => paths.filter((path) => rooms.some((room) => path.startsWith(`lib/${room}/`)))
const files = (rooms, names) => rooms.flatMap((room) => names.map((name) => `lib/${room}/**/${name}`))

const ABSOLUTE = { group: ['../**'], message: 'Imports across folders are absolute: @/...' }
const restricted = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns: [ABSOLUTE, ...patterns] }] })

/** Refuses all imports of the project but those named. */
const only = (paths, allowed, message) => ({
  files: paths,
  rules: restricted({ group: ['@/**', ...allowed.map((path) => `!@/${path}`)], message }),
})

/** The pure rooms and the platform: all of themselves and of the rooms before them. */
const base = (room) => {
  const allowed = upTo(LIB, room).flatMap((each) => [`lib/${each}`, `lib/${each}/**`])
  const generated = room === 'platform' ? ['generated/**'] : []
  return only([`lib/${room}/**`], [...allowed, ...generated], `lib/${room} imports only ${upTo(LIB, room).join(', ')}.`)
}

const domain = (room) => {
  const rooms = domainUpTo(LIB, room)
  const forBrowsers = [...files(rooms, ['contract', 'rules', 'hooks']), ...inRooms(rooms, OFFERED_TO_BROWSERS)]
  const offered = [...files(rooms, ['queries']), ...forBrowsers, ...inRooms(rooms, OFFERED)]
  return [
    only(
      [`lib/${room}/**`],
      [...PURE, 'lib/platform/**', `lib/${room}/**`, ...offered, 'generated/**', 'package.json'],
      `lib/${room} imports itself, the platform, and contracts, rules and queries of the rooms before it. A later room is set in motion by an event or a job, or fills an interface at start-up (compose.ts).`,
    ),
    only(
      [`lib/${room}/**/hooks.{ts,tsx}`],
      [...PURE, ...BROWSER, ...forBrowsers],
      'Hooks run in the browser: they import contracts, rules and lib/platform/client, not even a type of a server file.',
    ),
    only(
      [`lib/${room}/**/{contract,rules}.ts`],
      [...PURE, 'lib/platform/api/*', 'lib/platform/policy/can', 'lib/platform/foreign/records/limits'].concat(
        ['lib/platform/foreign/records/file-facts'],
        files(rooms, ['contract', 'rules']),
      ),
      'Contracts and rules run anywhere: they import pure rooms and each other.',
    ),
  ]
}

const screens = (room) => {
  const rooms = domainUpTo(COMPONENTS, room)
  const offered = [...files(rooms, ['contract', 'rules', 'hooks']), ...inRooms(rooms, OFFERED_TO_BROWSERS)]
  const own = upTo(COMPONENTS, room).map((each) => `components/${each}/**`)
  const message = `components/${room} imports the rooms up to itself, and contracts, rules and hooks; never a server file.`
  return only([`components/${room}/**`], [...own, ...PURE, ...BROWSER, ...offered], message)
}

const app = [
  only(
    ['app/**'],
    ['app/**', 'components/**', ...PURE, 'lib/platform/**'].concat(
      files(LIB.filter(isDomain), ['contract', 'rules', 'queries', 'hooks']),
    ),
    'Pages load one view through queries and render; commands belong to routes.',
  ),
  only(
    ['app/api/**'],
    ['lib/**', 'app/api/*'],
    'A route declares and delegates: handle, a contract, a command or query.',
  ),
]

/** Tests act out what several rooms do together. */
const tests = { files: ['**/*.test.{ts,tsx}', 'tests/**', 'e2e/**', 'bench/**'], rules: restricted() }

/** Of overrides that match a file, the last one holds. */
export const rooms = [
  ...LIB.filter((room) => !isDomain(room)).map(base),
  ...LIB.filter(isDomain).flatMap(domain),
  ...COMPONENTS.map(screens),
  ...app,
  tests,
]
