/**
 * Which addresses a page may be fetched from: public ones, and nothing that could lead into the network that Assay itself
 * stands in. Pure; `guarded-agent.ts` asks again about every address that a name resolves to.
 */
import ipaddr from 'ipaddr.js'
import { parseUrl } from '@/lib/text/parse-url'

export type AddressVerdict = { ok: true; url: URL } | { ok: false; reason: string }

/** Longest address kept; a key of page_snapshots has to fit into an index. */
export const longestUrl = 2_000

const allowedPorts = new Set(['', '80', '443', '8080', '8443'])

/** Names that never mean the public internet (RFC 6761, 6762, 8375, 9476, and what private networks are called). */
const privateSuffixes = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'test',
  'invalid',
  'onion',
  'alt',
]

/** Public by its number, private by its use: the address inside which a cloud answers its own machines. */
const notQuitePublic = new Set(['168.63.129.16'])

/**
 * Is this (an IPv4 or IPv6 address in plain notation) a public unicast address? Of IPv6 only 2000::/3, so nothing that
 * embeds an IPv4 address: neither mapped, compatible, NAT64, 6to4 nor Teredo.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return ipaddr.IPv4.parse(address).range() === 'unicast' && !notQuitePublic.has(address)
  }
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  const [first = 0] = parsed.parts
  return parsed.range() === 'unicast' && first >> 13 === 1
}

/** The address inside an URL's brackets or the host as it is. */
export const bareHost = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

/** Is the host of an URL written as an IP address? */
export const isAddress = (hostname: string) => ipaddr.isValid(bareHost(hostname))

/** The host as somebody typed it, or null where it cannot be told. */
function typedHost(text: string): string | null {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]+)/i.exec(text)?.[1]
  return authority === undefined ? null : authority.replace(/:\d*$/, '').toLowerCase()
}

const refuse = (reason: string): AddressVerdict => ({ ok: false, reason })

function judgeName(hostname: string): string | null {
  if (hostname.endsWith('.')) return 'its name ends with a dot'
  const labels = hostname.split('.')
  if (labels.length < 2) return 'its name has no domain'
  if (labels.some((label) => label === '' || label.length > 63) || hostname.length > 253) return 'its name is not valid'
  if (privateSuffixes.includes(labels.at(-1) ?? '')) return 'its name belongs to private networks'
  return null
}

function judgeHost(text: string, hostname: string): string | null {
  const typed = typedHost(text)
  if (typed === null) return 'its host cannot be read'
  if (typed.includes('@')) return 'it carries a name or password'
  if (typed.includes('%')) return 'its host is encoded'
  if (isAddress(hostname)) {
    if (!isPublicAddress(bareHost(hostname))) return 'it is not a public address'
    // A number written so that it does not look like an address: octal, hexadecimal, short or in other digits.
    return !hostname.startsWith('[') && typed !== hostname ? 'its address is written in disguise' : null
  }
  const disguised = typed !== hostname && !hostname.split('.').some((label) => label.startsWith('xn--'))
  return disguised ? 'its name is written in disguise' : judgeName(hostname)
}

/** May this URL be fetched, as far as can be told without asking for the addresses of its name? */
export function judgeUrl(text: string): AddressVerdict {
  if (text.length > longestUrl) return refuse(`it is longer than ${longestUrl} characters`)
  const trimmed = text.trim()
  const url = parseUrl(trimmed)
  if (!url) return refuse('it is not a web address')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('only http and https are read')
  if (url.username || url.password) return refuse('it carries a name or password')
  if (!allowedPorts.has(url.port)) return refuse(`its port ${url.port} is not one of web pages`)
  if (url.href.length > longestUrl) return refuse(`it is longer than ${longestUrl} characters`)
  const reason = judgeHost(trimmed, url.hostname)
  return reason === null ? { ok: true, url } : refuse(reason)
}
