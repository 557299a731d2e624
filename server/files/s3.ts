import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '#server/config/settings.ts'
import type { Incoming } from './incoming.ts'
import { type FileStore, keyOf, missingFile } from './store.ts'

/**
 * Keeps files in a bucket. An upload is written to a local file first, because the hash that names it is known only at
 * its end. The bucket then stores all of it or nothing, and checks the hash itself.
 */
export function s3Store(settings: S3Settings, incoming: Incoming): FileStore {
  const { bucket: Bucket } = settings
  let connected: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const connect = () => {
    connected ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientFor(sdk, settings) }))
    return connected
  }

  async function has(sha256: string, size: number): Promise<boolean> {
    const { sdk, client } = await connect()
    try {
      const { ContentLength } = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(sha256) }))
      return ContentLength === size
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  return {
    has,

    remove: async (sha256) => {
      const { sdk, client } = await connect()
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(sha256) }))
    },

    spool: () => incoming.spool(),

    put: (content, { limitBytes, beforeStoring }) =>
      incoming.receive(content, limitBytes, async (path, { sha256, size, type }) => {
        await beforeStoring?.(sha256)
        if (await has(sha256, size)) return
        const { sdk, client } = await connect()
        await client.send(
          new sdk.PutObjectCommand({
            Bucket,
            Key: keyOf(sha256),
            Body: createReadStream(path),
            ContentLength: size,
            ContentType: type,
            ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
          }),
        )
      }),

    open: async (sha256, range) => {
      const { sdk, client } = await connect()
      try {
        const found = await client.send(
          new sdk.GetObjectCommand({
            Bucket,
            Key: keyOf(sha256),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength)
        if (!(found.Body instanceof Readable)) throw new Error('the bucket returned no content')
        return { content: found.Body, size }
      } catch (error) {
        throw isMissing(error) ? missingFile() : error
      }
    },
  }
}

const isMissing = (error: unknown) => error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name)

function clientFor(sdk: typeof import('@aws-sdk/client-s3'), settings: S3Settings): S3Client {
  return new sdk.S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Other providers use one host name for all buckets, and lack the newer checksums.
    ...(settings.endpoint && { endpoint: settings.endpoint.href, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
