/** E-mails about what waits in a person's inbox. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** How often: not at all, as soon as something new waits, or put together once an hour or once a day. */
export const mailModes = ['off', 'at_once', 'hourly', 'daily'] as const
export type MailMode = (typeof mailModes)[number]

export const mailChoiceSchema = z.object({
  mode: z.enum(mailModes),
  /** Does this server send e-mails at all? */
  serverSends: z.boolean(),
  /** Has the account an address? */
  hasAddress: z.boolean(),
  /** Why the mail server does not take mail for the address, in a sentence. */
  problem: z.string().nullable(),
})
export type MailChoice = z.infer<typeof mailChoiceSchema>

export const chooseMailBody = z.object({ mode: z.enum(mailModes) })

/** For administrators. */
export const mailServerSchema = z.object({
  /** Host and port, without credentials; null: ASSAY_SMTP_URL or ASSAY_MAIL_FROM is not set. */
  address: z.string().nullable(),
  from: z.string().nullable(),
  signsIn: z.boolean(),
  /** Variables of which one is missing while the other is set. */
  missing: z.array(z.string()),
  /** Why nothing goes out, in a sentence; null: nothing is wrong. */
  problem: z.string().nullable(),
  failingSince: z.iso.datetime().nullable(),
  retryAt: z.iso.datetime().nullable(),
  acceptedAt: z.iso.datetime().nullable(),
  /** How many people want e-mails, and for how many the server takes none. */
  people: z.int(),
  refused: z.int(),
})
export type MailServerStatus = z.infer<typeof mailServerSchema>

const tag = 'e-mails'

export const getMailChoiceEndpoint = endpoint({
  method: 'GET',
  path: '/api/account/mail',
  summary: 'Whether and how often you get e-mails about what waits in your inbox',
  tag,
  auth: 'actor',
  response: mailChoiceSchema,
})

export const chooseMailEndpoint = endpoint({
  method: 'PUT',
  path: '/api/account/mail',
  summary: 'Choose whether and how often you get e-mails about what waits in your inbox',
  tag,
  auth: 'session',
  body: chooseMailBody,
  response: mailChoiceSchema,
})

export const stopMailEndpoint = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/{token}',
  summary: 'Stop the e-mails that carry this link: no sign-in is needed, and any body is accepted (RFC 8058)',
  tag,
  auth: 'public',
  fails: ['gone'],
  params: z.object({ token: z.string().max(200) }),
  response: 'empty',
})

export const getMailServerEndpoint = endpoint({
  method: 'GET',
  path: '/api/mail-server',
  summary: 'Whether e-mails go out, and why not; for administrators',
  tag,
  auth: 'session',
  response: mailServerSchema,
})
