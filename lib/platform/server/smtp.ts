/**
 * The mail server that the operator has set. It takes one message a connection; what it says of a failure is put into a sentence that
 * operators can be shown, without the password.
 */
import 'server-only'
import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import { env } from './env'

export interface MailSettings {
  /** Host and port: what the server is called in what is shown and kept. */
  address: string
  host: string
  port: number
  /** TLS from the first byte; otherwise as soon as the server offers it. */
  secure: boolean
  user: string
  password: string
  from: string
  /** The address of Assay in links, without a slash at its end. */
  base: string
}

/** The variables without which there is no e-mail, and which of them are missing where any of the first two is set. */
export function missingMailVariables(): string[] {
  const { ASSAY_SMTP_URL, ASSAY_MAIL_FROM, NEXTAUTH_URL } = env()
  if (!(ASSAY_SMTP_URL || ASSAY_MAIL_FROM)) return []
  return Object.entries({ ASSAY_SMTP_URL, ASSAY_MAIL_FROM, NEXTAUTH_URL }).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  )
}

/** null: this server sends no e-mail. */
export function mailSettings(): MailSettings | null {
  const { ASSAY_SMTP_URL, ASSAY_MAIL_FROM: from, NEXTAUTH_URL } = env()
  if (!(ASSAY_SMTP_URL && from && NEXTAUTH_URL)) return null
  const url = new URL(ASSAY_SMTP_URL)
  const secure = url.protocol === 'smtps:'
  const port = Number(url.port) || (secure ? 465 : 587)
  return {
    address: `${url.hostname}:${port}`,
    // As sockets want it: without the brackets of an address of version 6.
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    secure,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    from,
    base: NEXTAUTH_URL.replace(/\/+$/, ''),
  }
}

/**
 * What a failure is a matter of: the server as a whole, or one message or its address. `relaying`: the server refuses to pass this message on,
 * which it may say of everything that comes from here or of one address; who else gets through tells which.
 */
export type FailureOf = 'server' | 'address' | 'relaying'

export class MailFailure extends Error {
  constructor(
    /** In a sentence for operators; of one address, for its owner too. */
    message: string,
    readonly of: FailureOf,
    /** Has the server said so? Otherwise a message whose end was on its way may have been taken. */
    readonly isAnswer: boolean,
  ) {
    super(message)
    this.name = 'MailFailure'
  }
}

export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  /** Stays the same when it is tried again, and with it the whole message. */
  id: string
  date: Date
  /** The address that stops such mail by one click (RFC 8058). */
  stop: string
}

/** For how long an answer of a mail server is waited for, and a whole message, in milliseconds. */
export const PATIENCE = { answer: 30_000, message: 120_000 }

/** The address alone. */
const addressIn = (from: string): string => /<([^>]*)>$/.exec(from)?.[1] ?? from

/** The bytes of a message. The same mail makes the same bytes. */
async function compose(settings: MailSettings, { id, to, stop, date, ...mail }: OutgoingMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const sender = addressIn(settings.from)
  return new MailComposer({
    ...mail,
    from: settings.from,
    to: { name: '', address: to },
    messageId: `<${id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    date,
    baseBoundary: id,
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${stop}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

/**
 * Gives a message to the server. `handOver` is called once the server wants the message and before its end is sent: until then the server
 * has taken nothing, and where it throws the server takes nothing at all. `signal` ends it before, and not after. Throws a MailFailure, or
 * what `handOver` throws.
 */
export async function sendMail(
  settings: MailSettings,
  mail: OutgoingMail,
  { handOver, signal }: { handOver(): Promise<void>; signal: AbortSignal },
): Promise<void> {
  const message = await compose(settings, mail)
  const connection = await open(settings)
  let refusal: unknown = null
  let isHandedOver = false
  let stop: () => void = () => undefined
  // Read from once the server has asked for it: the connection takes it as it is, without anything that would read ahead.
  async function* inParts() {
    yield message
    await handOver().catch((error: unknown) => {
      refusal = error
      throw error
    })
    isHandedOver = true
  }
  try {
    await new Promise<void>((resolve, reject) => {
      const then = (next: () => void) => (error: Error | null | undefined) => (error ? reject(error) : next())
      const isLate = () => reject(Object.assign(new Error('it took too long'), { code: 'ETIMEDOUT' }))
      // What may be taken now is waited for, also by a worker that is to end.
      stop = () => isHandedOver || reject(signal.reason)
      signal.addEventListener('abort', stop)
      AbortSignal.timeout(PATIENCE.message).addEventListener('abort', isLate)
      connection.on('error', reject)
      connection.on('end', () => reject(new Error('the connection was closed')))
      const body = Readable.from(inParts()).on('error', reject)
      const envelope = { from: addressIn(settings.from), to: [mail.to] }
      const send = () => connection.send(envelope, body, then(resolve))
      const { user, password: pass } = settings
      connection.connect(
        then(() => (user === '' ? send() : connection.login({ credentials: { user, pass } }, then(send)))),
      )
    })
    connection.quit()
  } catch (error) {
    connection.close()
    if (refusal !== null) throw refusal
    throw failureOf(error, settings)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function open({ host, port, secure, password }: MailSettings) {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  return new SMTPConnection({
    host,
    port,
    secure,
    // A password goes over the wire in the clear to this very machine only.
    requireTLS: password !== '' && !isThisMachine(host),
    connectionTimeout: PATIENCE.answer,
    greetingTimeout: PATIENCE.answer,
    socketTimeout: PATIENCE.answer,
    dnsTimeout: PATIENCE.answer,
  })
}

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server refuses the user name or the password of ASSAY_SMTP_URL.',
  ENOAUTH: 'The mail server wants a user name and a password, and ASSAY_SMTP_URL has none.',
  EDNS: 'The name of the mail server in ASSAY_SMTP_URL leads nowhere.',
  ESOCKET: 'The mail server takes no connection. Look at host and port in ASSAY_SMTP_URL.',
  ETIMEDOUT: 'The mail server does not answer.',
  ETLS: 'No secure connection to the mail server can be made.',
}

function failureOf(error: unknown, settings: MailSettings): MailFailure {
  const {
    code = '',
    command = '',
    response,
    responseCode,
  }: NodemailerError = error instanceof Error ? error : new Error(String(error))
  const serverWords = response ? ` It says: “${withoutSecrets(response, settings)}”.` : ''
  const isAnswer = responseCode !== undefined
  const isOfMessage = code === 'EMESSAGE' || command === 'DATA'
  // It shuts down: no other address would be taken either.
  if (responseCode === 421)
    return new MailFailure(`The mail server takes no e-mail from here now.${serverWords}`, 'server', true)
  if (isAnswer && (command === 'RCPT TO' || isOfMessage) && deniesRelaying(responseCode, response))
    return new MailFailure(`The mail server does not pass this e-mail on.${serverWords}`, 'relaying', true)
  if (isAnswer && command === 'RCPT TO')
    return new MailFailure(`The mail server does not take mail for this address.${serverWords}`, 'address', isAnswer)
  if (isAnswer && command === 'MAIL FROM')
    return new MailFailure(
      `The mail server does not let the sender of ASSAY_MAIL_FROM through.${serverWords}`,
      'server',
      true,
    )
  if (code === 'EENVELOPE' && !isAnswer)
    return new MailFailure('The sender of ASSAY_MAIL_FROM is no address that mail can come from.', 'server', isAnswer)
  if (isAnswer && isOfMessage)
    return new MailFailure(`The mail server does not take this message.${serverWords}`, 'address', isAnswer)
  return new MailFailure((WORDS[code] ?? 'The mail server broke off.') + serverWords, 'server', isAnswer)
}

/**
 * "relay" alone stands in names of hosts and of tables of addresses too: only a refusal to relay is one. In the words of Postfix, Sendmail, Exim,
 * Exchange and Courier; and the enhanced status code X.7.1 (RFC 3463), as the second word of a reply or in brackets as qmail has it.
 */
const DENIAL =
  /^\d{3}[ -]5\.7\.1\b|\(#5\.7\.1\)|\brelay(ing)? (access )?(is )?(denied|not (permitted|allowed)|prohibited)\b|\b(unable to|do(es)? not) relay\b/i
export const deniesRelaying = (code: number, response = ''): boolean => code >= 500 && DENIAL.test(response)

/** What a server says, on one line and not too long; nothing of what it was told of us. */
function withoutSecrets(reply: string, { user, password }: MailSettings): string {
  const secrets = [password, user, `\0${user}\0${password}`].flatMap((text) => [
    text,
    Buffer.from(text).toString('base64'),
  ])
  return secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '…'), reply)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
