/** Accounts: who somebody is, how they prove it, and what an administrator may do about it. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'
import { engineSchema } from './search-engine/rules'

export const nameSchema = nameText('Write a name.', 100)
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email('Write an e-mail address.'))
/** Long rather than complicated; the upper limit keeps hashing affordable. */
export const passwordSchema = z
  .string()
  .min(10, 'At least 10 characters.')
  .max(200, 'At most 200 characters.')
  .refine((password) => new Set(password).size >= 5, 'At least 5 different characters.')

export const newAccountBody = z.object({ name: nameSchema, email: emailSchema, password: passwordSchema })
export type NewAccount = z.infer<typeof newAccountBody>

/** The first account, by the code that the server printed at its start. */
export const setUpBody = newAccountBody.extend({
  code: z.string().trim().min(1, 'Write the code that Assay printed when it started.').max(100),
})
export type FirstAccount = z.infer<typeof setUpBody>

/** The actor's own account. */
export const accountSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  isAdmin: z.boolean(),
  /** May create projects, by a right of the account or as administrator. */
  canCreateProjects: z.boolean(),
  hasPassword: z.boolean(),
  /** Has signed in through the identity provider. */
  linked: z.boolean(),
  /** The address at which they search themselves, with `%s` in the place of the query; null: none is named. */
  searchEngine: z.string().nullable(),
})
export type Account = z.infer<typeof accountSchema>

/** Said beside an answer where a name looks like another's; it is no refusal, since people do have the same name. */
export const alikeSchema = z.object({ alike: z.string().optional() })
export type Alike = z.infer<typeof alikeSchema>

export const userStates = ['active', 'deactivated', 'removed'] as const
/** An account as administrators see it. */
export const userSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  isAdmin: z.boolean(),
  /** May create projects: by a right of the account, or as an administrator. */
  canCreateProjects: z.boolean(),
  state: z.enum(userStates),
  /** Came with the demo data, and has the published password. */
  demo: z.boolean(),
  projects: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof userSchema>

export const usersQuery = z.object({
  /** Part of a name or an e-mail address. */
  search: z.string().trim().max(200).default(''),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})
export type UsersQuery = z.infer<typeof usersQuery>

export const userPageSchema = z.object({
  users: z.array(userSchema),
  /** Of the page: those whose name looks like that of somebody else in the installation, with that name. */
  alike: z.array(z.object({ userId: z.uuid(), name: z.string() })),
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
})
export type UserPage = z.infer<typeof userPageSchema>

/** A link shown once; `path` begins at the root of the site. */
export const linkSchema = z.object({ path: z.string(), expiresAt: z.iso.datetime() })
export type OneTimeLink = z.infer<typeof linkSchema>

export const renameBody = z.object({ name: nameSchema })
export const chooseEngineBody = z.object({ searchEngine: engineSchema })
export const changePasswordBody = z.object({
  currentPassword: z.string().max(1000),
  newPassword: passwordSchema,
  /** Do the personal tokens of the account end, too? */
  endTokens: z.boolean().default(true),
})
/** How many personal tokens ended with the old password. */
export const passwordChangedSchema = z.object({ tokensEnded: z.number().int() })
export const choosePasswordBody = z.object({ token: z.string().max(200), password: passwordSchema })
/** One right at a time: each is a decision of its own. */
export const userRightBody = z.union([
  z.strictObject({ isAdmin: z.boolean() }),
  z.strictObject({ canCreateProjects: z.boolean() }),
])
/** The account whose password was set, so that the browser can sign in with it. */
export const signInHintSchema = passwordChangedSchema.extend({ email: z.string() })

const userParams = z.object({ userId: z.uuid() })
const tag = 'users'

export const setUpEndpoint = endpoint({
  method: 'POST',
  path: '/api/setup',
  summary:
    'Make the first administrator, while there is nobody yet, with the code that the server printed at its start',
  tag,
  auth: 'public',
  body: setUpBody,
  response: 'empty',
})

export const getAccountEndpoint = endpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'Your own account',
  tag,
  auth: 'actor',
  response: accountSchema,
})

export const renameEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/account',
  summary: 'Change your name; `alike` says that it looks like somebody else’s',
  tag,
  auth: 'session',
  body: renameBody,
  response: accountSchema.extend(alikeSchema.shape),
})

export const chooseEngineEndpoint = endpoint({
  method: 'PUT',
  path: '/api/account/search-engine',
  summary: 'Name your search engine: an https address with %s in the place of the query; null takes it back',
  tag,
  auth: 'session',
  body: chooseEngineBody,
  response: accountSchema,
})

export const changePasswordEndpoint = endpoint({
  method: 'PUT',
  path: '/api/account/password',
  summary: 'Change your password; ends all sessions of the account and, unless said otherwise, its personal tokens',
  tag,
  auth: 'session',
  body: changePasswordBody,
  response: passwordChangedSchema,
})

export const choosePasswordEndpoint = endpoint({
  method: 'POST',
  path: '/api/password-resets',
  summary: 'Choose a new password with a reset link; ends all sessions and personal tokens of the account',
  tag,
  auth: 'public',
  fails: ['gone'],
  body: choosePasswordBody,
  response: signInHintSchema,
})

export const listUsersEndpoint = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'Accounts, by name, in pages (administrators)',
  tag,
  auth: 'actor',
  query: usersQuery,
  response: userPageSchema,
})

export const setUserRightEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/users/{userId}',
  summary: 'Give or take a right of an account: to administer, or to create projects',
  tag,
  auth: 'session',
  params: userParams,
  body: userRightBody,
  response: userSchema,
})

export const removeUserEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/users/{userId}',
  summary: 'Remove a person: an alias takes the place of the name, the labels stay',
  tag,
  auth: 'session',
  params: userParams,
  response: userSchema,
})

export const deactivateUserEndpoint = endpoint({
  method: 'POST',
  path: '/api/users/{userId}/deactivate',
  summary: 'Deactivate an account at once and release its open assignments',
  tag,
  auth: 'session',
  params: userParams,
  response: userSchema,
})

export const reactivateUserEndpoint = endpoint({
  method: 'POST',
  path: '/api/users/{userId}/reactivate',
  summary: 'Let a deactivated account sign in again',
  tag,
  auth: 'session',
  params: userParams,
  response: userSchema,
})

export const createResetEndpoint = endpoint({
  method: 'POST',
  path: '/api/users/{userId}/reset',
  summary: 'Make a one-time link with which the person chooses a new password',
  tag,
  auth: 'session',
  params: userParams,
  response: linkSchema,
})
