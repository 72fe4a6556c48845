import { main } from '@/lib/platform/foreign/reader'

await main(process.argv.slice(2))
