/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // Browsers ask for this address where a page says no, whose links to its icon come late.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  // Pages get their headers, a nonce among them, from proxy.ts, which the API does not pass through: it gets its own from
  // lib/platform/server/answer-headers.ts. What stands here holds for files of the build as well; where both say it, it is said
  // once. The proxy in front is asked for the scheme, because the build does not know the address that people will use.
  headers: async () => [
    { source: '/:path*', headers: [{ key: 'x-content-type-options', value: 'nosniff' }] },
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https' }],
      headers: [{ key: 'strict-transport-security', value: 'max-age=31536000' }],
    },
  ],
  agentRules: false,
  // No page has pictures that are to be scaled, so what scales them (18 MB) is left out of the packages: its address answers 404.
  images: { unoptimized: true },
  // `npm run build` checks all types. A start does not, since types change nothing about what runs, and `npm test` has by then.
  typescript: { ignoreBuildErrors: process.env.ASSAY_CHECK_TYPES !== '1' },
  serverExternalPackages: [
    'graphile-worker',
    'pg',
    'pg-cursor',
    'pg-copy-streams',
    'prom-client',
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
  experimental: {
    agentUpgrade: false,
    authInterrupts: true,
    turbopackFileSystemCacheForBuild: false,
    // Nobody reads the maps of the server's code: Node is not asked to. They were 114 MB, and an eighth of the build.
    turbopackSourceMaps: false,
    // All pages and routes at once would hold up every request for a second after the start, and take memory for what nobody opens.
    preloadEntriesOnStart: false,
  },
}
export default config
