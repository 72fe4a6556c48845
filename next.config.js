/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // Browsers ask for this address where a page says no, whose links to its icon come late.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  // Pages get their headers, a nonce among them, from proxy.ts, which the API does not pass through.
  headers: async () => [{ source: '/api/:path*', headers: [{ key: 'x-content-type-options', value: 'nosniff' }] }],
  agentRules: false,
  serverExternalPackages: [
    'graphile-worker',
    'pg',
    'pg-cursor',
    'pg-copy-streams',
    'sbd',
    'undici',
    'linkedom',
    '@mozilla/readability',
    'unpdf',
    'openai',
    'gpt-tokenizer',
    'minisearch',
    'robots-parser',
    'ipaddr.js',
  ],
  experimental: { agentUpgrade: false, authInterrupts: true },
}
export default config
