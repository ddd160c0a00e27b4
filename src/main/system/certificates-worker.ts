import { getCACertificates } from 'node:tls'
import { parentPort } from 'node:worker_threads'

// Entry of a worker that ends with its answer: the system's certificates beside Node's own, in PEM form.
parentPort?.postMessage([...getCACertificates('default'), ...getCACertificates('system')])
