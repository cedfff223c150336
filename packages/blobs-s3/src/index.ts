export { type S3Credentials, type S3Options, s3BlobBytes } from './s3-blob-bytes.ts';
