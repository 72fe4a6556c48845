import { z } from 'zod'
import { parseUrl } from '@/lib/text/parse-url'

/** A variable that may be left out; an empty one counts as left out. */
const optional = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional()
const optionalUrl = optional.pipe(z.url({ protocol: /^https?$/ }).optional())

/** Days; left out: for ever. */
const optionalDays = optional
  .transform((value) => (value === undefined ? undefined : Number(value)))
  .pipe(z.int().min(1).max(36_500).optional())

/** Can user and password be read from an address? */
function isDecodable(address: string): boolean {
  const url = parseUrl(address)
  if (!url) return false
  const { username, password } = url
  try {
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}

/** An address that mail can come from, alone or behind a name: `Assay <assay@example.org>`. Never more than one line. */
const ADDRESS = String.raw`[^\s\p{Cc}<>@,;:"()[\]\\]{1,64}@[^\s\p{Cc}<>@,;:"()\\]{1,255}`
const senderShape = new RegExp(String.raw`^(?:[^\p{Cc}<>"\u2028\u2029]{0,200}<${ADDRESS}>|${ADDRESS})$`, 'u')

const variables = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  NEXTAUTH_SECRET: z.string().min(16),
  NEXTAUTH_URL: z.url().optional(),
  /** Connections per process for requests and jobs, beside those that wait for jobs. */
  ASSAY_POOL: z.coerce.number().int().min(2).max(100).default(8),
  /** Largest file accepted by an import, in bytes. */
  ASSAY_MAX_UPLOAD: z.coerce.number().int().min(1).default(2_000_000_000),
  /** Changes and reads that one person, token or address may ask of a process in a minute; 0 is no limit. */
  ASSAY_WRITES_PER_MINUTE: z.coerce.number().int().min(0).max(1_000_000).default(600),
  ASSAY_READS_PER_MINUTE: z.coerce.number().int().min(0).max(1_000_000).default(1200),
  /** For so many seconds a submission can be taken back by who made it; 0: it is frozen at once. */
  ASSAY_TAKE_BACK_SECONDS: z.coerce.number().int().min(0).max(300).default(10),
  /** For so many seconds a request waits for intervals and models of raters that it asks for in any case; then it is answered without them. */
  ASSAY_FIGURES_SECONDS: z.coerce.number().int().min(0).max(600).default(60),
  /** The mail server: `smtp://user:password@host:587`, or `smtps://` where TLS comes first. Left out: no e-mail is sent. */
  ASSAY_SMTP_URL: optional.pipe(
    z
      .url({ protocol: /^smtps?$/ })
      .refine(isDecodable, 'user and password are written in UTF-8 with percent signs: a percent sign is %25')
      .optional(),
  ),
  /** Whom e-mails come from; the server has to let this address through. */
  ASSAY_MAIL_FROM: optional.pipe(
    z.string().max(400).regex(senderShape, 'must be an address, or a name and <an address>').optional(),
  ),
  /** `1` writes a line into the log for each request and each job. */
  ASSAY_LOG_REQUESTS: z
    .string()
    .optional()
    .transform((value) => value === '1'),
  /** Where jobs are done: in the web process, in processes of their own (`external`), or nowhere (`off`). */
  ASSAY_WORKER: optional.transform((place) => place ?? 'inline'),
  /** Whoever shows it as a bearer token may read /api/metrics; without it nobody may. */
  ASSAY_METRICS_TOKEN: optional.pipe(z.string().min(16).optional()),
  /** The folder of the embedded database; set by the launcher, empty where the database is another. */
  ASSAY_POSTGRES_FOLDER: optional,
  /**
   * The folder of the bundle that reading and calculating processes run, below the app's; without it they run the sources. Set by the
   * launcher. lib/platform/foreign/reader-process.ts reads it, also in commands that have none of the rest.
   */
  ASSAY_READERS: optional,
  OIDC_ISSUER: optionalUrl,
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  /** The claim that names groups, where groups give rights; without it none is read. */
  OIDC_GROUPS_CLAIM: optional.pipe(z.string().max(200).optional()),
  /** What the sign-in button says. */
  OIDC_NAME: optional.transform((name) => name ?? 'single sign-on'),
  /** Under what keys of providers that administrators enter are sealed; left out: NEXTAUTH_SECRET. */
  ASSAY_KEYS_SECRET: optional.pipe(z.string().min(16).optional()),
  /** The secret before this one: what was sealed under it is opened, and sealed anew. */
  ASSAY_KEYS_SECRET_BEFORE: optional.pipe(z.string().min(16).optional()),
  /** Hosts of the own network (with their port) that releases may be sent to, and that may speak http; commas between them. */
  ASSAY_PUSH_HOSTS: optional,
  /** For how many days sign-ins, calls to providers and copies of pages are kept, where nothing else needs them. */
  ASSAY_KEEP_SIGN_INS_DAYS: optionalDays,
  ASSAY_KEEP_CALLS_DAYS: optionalDays,
  ASSAY_KEEP_PAGES_DAYS: optionalDays,
  /** The key to language models. May be left out where OPENAI_BASE_URL is a server that asks for none. */
  OPENAI_API_KEY: optional,
  /** Where models are asked: any endpoint that speaks Chat Completions. Left out: OpenAI's own. */
  OPENAI_BASE_URL: optionalUrl,
  /** The model that a step gets where nothing else is said. */
  ASSAY_MODEL: optional,
  /** The model of embeddings; left out: passages are ranked by words alone. */
  ASSAY_EMBEDDING_MODEL: optional,
  /** "scripted" replays the recorded answers of ASSAY_SCRIPT instead of asking anybody. */
  ASSAY_LLM: optional.pipe(z.enum(['openai', 'scripted']).optional()),
  ASSAY_SCRIPT: optional,
  SERPER_API_KEY: optional,
  BRAVE_API_KEY: optional,
  TAVILY_API_KEY: optional,
  /** Address of a SearXNG server; may be a local one. */
  SEARXNG_URL: optionalUrl,
  /** Where the searches are asked; set only for a proxy of one's own. */
  SERPER_BASE_URL: optionalUrl.transform((url) => url ?? 'https://google.serper.dev'),
  BRAVE_BASE_URL: optionalUrl.transform((url) => url ?? 'https://api.search.brave.com'),
  TAVILY_BASE_URL: optionalUrl.transform((url) => url ?? 'https://api.tavily.com'),
})

/** What a provider of identities needs besides its address; without one of them nobody could sign in through it. */
const schema = variables.superRefine((values, context) => {
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const)
    if (values.OIDC_ISSUER && !values[name])
      context.addIssue({ code: 'custom', path: [name], message: 'is missing: it belongs to OIDC_ISSUER, which is set' })
})
export type Env = z.infer<typeof schema>

// Once for the process: Next builds routes apart from what runs at its start, and each has modules of its own.
const globals: typeof globalThis & { __assayEnv?: Env } = globalThis

/** The environment, checked once. Read lazily: the build imports route modules without a database. */
export function env(): Env {
  globals.__assayEnv ??= schema.parse(process.env)
  return globals.__assayEnv
}
