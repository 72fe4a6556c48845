import { z } from 'zod'

const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  NEXTAUTH_SECRET: z.string().min(16),
  NEXTAUTH_URL: z.url().optional(),
  /** Connections per process. */
  ASSAY_POOL: z.coerce.number().int().min(2).max(100).default(10),
  /** Largest file accepted by an import, in bytes. */
  ASSAY_MAX_UPLOAD: z.coerce.number().int().min(1).default(2_000_000_000),
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** What the sign-in button says. */
  OIDC_NAME: z.string().default('single sign-on'),
})
export type Env = z.infer<typeof schema>

let parsed: Env | undefined

/** The environment, checked once. Read lazily: the build imports route modules without a database. */
export function env(): Env {
  parsed ??= schema.parse(process.env)
  return parsed
}
