/** A mail server on this machine that takes messages, or does what mail servers do when they do not. */
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface TakenMail {
  id: string
  to: string
  /** Header lines, unfolded. */
  headers: string[]
  /** As it came, headers and all. */
  raw: string
}

/**
 * `take`; an object: some addresses, with these words; `refuse`: the address, for good; `refuse relaying`: whatever comes from here; `later`: the message, for now; `refuse sender`; `hang`: says nothing more once it
 * knows the address; `take in silence`: takes the message without saying so; `die amid`: goes once a message has
 * begun; `take and die`: takes it, and goes.
 */
export type Behaviour =
  | 'take'
  | 'refuse'
  | 'refuse relaying'
  | 'refuse sender'
  | 'later'
  | 'hang'
  | 'take in silence'
  | 'die amid'
  | 'take and die'
  | { refuses: readonly string[]; saying: string }

export const PASSWORD = 'pass word/ü:1'

export interface MailServer {
  url: string
  taken: TakenMail[]
  /** How many messages it was told the address of. */
  addressed(): number
  behave(next: Behaviour): void
  close(): Promise<void>
}

const refusal = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code })

export async function startMailServer(): Promise<MailServer> {
  let behaviour: Behaviour = 'take'
  let addressed = 0
  const taken: TakenMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      password === PASSWORD ? done(null, { user: username }) : done(refusal(535, `not with ${password}, ${username}`)),
    onMailFrom: (_address, _session, done) =>
      behaviour === 'refuse sender' ? done(refusal(550, 'who is that')) : done(),
    onRcptTo: ({ address }, _session, done) => {
      addressed += 1
      if (typeof behaviour === 'object') {
        const { refuses, saying } = behaviour
        done(refuses.includes(address) ? refusal(Number(saying.slice(0, 3)), saying.slice(4)) : null)
      } else if (behaviour === 'refuse') done(refusal(550, 'no such\u0007 mailbox'))
      else if (behaviour === 'refuse relaying') done(refusal(554, '5.7.1 Relay access denied'))
      else if (behaviour !== 'hang') done()
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      const die = () => {
        for (const each of server.connections) each.close()
      }
      if (behaviour === 'die amid') die()
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        if (behaviour === 'later') return done(refusal(451, 'come back later'))
        if (typeof behaviour === 'object' || behaviour.startsWith('take'))
          taken.push(parsed(Buffer.concat(chunks).toString('utf8'), envelope.rcptTo[0]?.address ?? ''))
        if (behaviour === 'take and die') die()
        else if (behaviour === 'take' || typeof behaviour === 'object') done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://mailer:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    taken,
    addressed: () => addressed,
    behave: (next) => {
      behaviour = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function parsed(raw: string, to: string): TakenMail {
  const [head = ''] = raw.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const id = headers.find((line) => /^message-id:/i.test(line))?.slice('message-id:'.length) ?? ''
  return { id: id.trim(), to, headers, raw }
}
