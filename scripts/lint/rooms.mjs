/**
 * What may import what. A room imports from the rooms above it in these two lists, types included: of `lib`, what they say over the
 * wire, decide, read and how a page asks for it, never their commands. Checked by `npm run lint`.
 */
const LIB = 'text stats protocols platform workspace annotation adjudication automation quality gold'.split(' ')
const COMPONENTS = 'ui shell workspace annotation adjudication automation quality gold protocols'.split(' ')

/** Pure, so that the browser, the server and the command line may use all of it. */
const PURE = ['lib/text/**', 'lib/stats/**', 'lib/protocols', 'lib/protocols/**']
/** What of the platform runs in the browser. */
const BROWSER = ['lib/platform/api/*', 'lib/platform/client/*', 'lib/platform/policy/can']
/** Of other rooms besides contracts, rules and hooks, for the browser: what is said of each coefficient. */
const OFFERED_TO_BROWSERS = ['lib/quality/agreement/coefficients']

/**
 * Commands that other rooms carry out within transactions of their own: the life of a task, and how projects and items come in; and
 * the models that the operator has set, which a later room may ask as well.
 */
const OFFERED = [
  'lib/workspace/tasks/*',
  'lib/workspace/imports/add-record*',
  'lib/workspace/imports/positions',
  'lib/workspace/projects/create-project',
  'lib/automation/llm/ports',
]

const upTo = (rooms, room) => rooms.slice(0, rooms.indexOf(room) + 1)
const files = (rooms, names) => rooms.flatMap((room) => names.map((name) => `lib/${room}/**/${name}`))
const isDomain = (room) => LIB.indexOf(room) > LIB.indexOf('platform')

/** Refuses all imports of the project but those named; `../` is refused everywhere. */
const only = (paths, allowed, message) => ({
  files: paths,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { group: ['../*'], message: 'Imports across folders are absolute: @/...' },
          { group: ['@/**', ...allowed.map((path) => `!@/${path}`)], message },
        ],
      },
    ],
  },
})

/** A pure room, or the platform: all of itself and of what lies above. */
const base = (room) =>
  only(
    [`lib/${room}/**`],
    [
      ...upTo(LIB, room).flatMap((above) => [`lib/${above}`, `lib/${above}/**`]),
      ...(room === 'platform' ? ['generated/**'] : []),
    ],
    `lib/${room} imports only ${upTo(LIB, room).join(', ')}.`,
  )

const domain = (room) => {
  const above = upTo(LIB, room).filter(isDomain)
  return [
    only(
      [`lib/${room}/**`],
      [
        ...PURE,
        'lib/platform/**',
        `lib/${room}/**`,
        ...files(above, ['contract', 'rules', 'queries', 'hooks']),
        ...OFFERED,
        'generated/**',
        'package.json',
      ],
      `lib/${room} imports itself, the platform, and contracts, rules and queries of ${upTo(LIB, room).join(', ')}. What lies below is set in motion by an event or a job, or fills an interface at start-up.`,
    ),
    only(
      [`lib/${room}/**/hooks.{ts,tsx}`],
      [...PURE, ...BROWSER, ...files(above, ['contract', 'rules', 'hooks'])],
      'Hooks run in the browser: they import contracts, rules and lib/platform/client, not even a type of a server file.',
    ),
    only(
      [`lib/${room}/**/{contract,rules}.ts`],
      [
        ...PURE,
        'lib/platform/api/*',
        'lib/platform/policy/can',
        'lib/platform/foreign/records/limits',
        ...files(above, ['contract', 'rules']),
      ],
      'Contracts and rules run anywhere: they import pure rooms and each other.',
    ),
  ]
}

const screens = (room) =>
  only(
    [`components/${room}/**`],
    [
      ...upTo(COMPONENTS, room).map((above) => `components/${above}/**`),
      ...PURE,
      ...BROWSER,
      ...OFFERED_TO_BROWSERS,
      ...files(upTo(COMPONENTS, room).filter(isDomain), ['contract', 'rules', 'hooks']),
    ],
    `components/${room} imports ${upTo(COMPONENTS, room).join(', ')}, and contracts, rules and hooks; never a server file.`,
  )

const app = [
  only(
    ['app/**'],
    [
      'app/**',
      'components/**',
      ...PURE,
      'lib/platform/**',
      ...files(LIB.filter(isDomain), ['contract', 'rules', 'queries', 'hooks']),
    ],
    'Pages load one view through queries and render; commands belong to routes.',
  ),
  only(
    ['app/api/**'],
    ['lib/**', 'app/api/*'],
    'A route declares and delegates: handle, a contract and one command or query.',
  ),
]

/** Tests act out what several rooms do together. */
const tests = {
  files: ['**/*.test.{ts,tsx}', 'tests/**', 'e2e/**', 'bench/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ group: ['../*'], message: 'Imports across folders are absolute: @/...' }] },
    ],
  },
}

export const rooms = [
  ...LIB.filter((room) => !isDomain(room)).map(base),
  ...LIB.filter(isDomain).flatMap(domain),
  ...COMPONENTS.map(screens),
  ...app,
  tests,
]
