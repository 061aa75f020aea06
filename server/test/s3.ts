/** An S3 server on loopback that checks the access key and keeps its objects in a temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'

const BUCKET = 'tendwell-files'

export type S3Server = {
  /** The product's settings for its bucket. */
  settings: Record<`S3_${string}`, string>
  /** Empties the bucket. */
  reset(): Promise<void>
  /** Stops listening. @returns a function that starts again, with the same objects */
  stop(): Promise<() => Promise<void>>
  close(): Promise<void>
}

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tendwell-s3-'))
  const open = (port: number) =>
    new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    })
  let server = open(0)
  const { port } = await server.run()
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async reset() {
      server.reset()
      await server.configureBuckets()
    },
    async stop() {
      await server.close()
      return async () => {
        server = open(port)
        await server.run()
      }
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
