import { countGuesses } from '#server/http/guesses.ts'
import { routes } from '#server/http/routes.ts'
import { secretAddress } from '#server/http/secret-address.ts'
import * as certificates from './actions/certificates.ts'
import { certificatesApi } from './contract/certificates.ts'

export const certificateRoutes = routes(certificatesApi, {
  get: (ctx, { params }, http) => countGuesses(http, certificates.getCertificate(ctx, params.code)),
  pdf: (ctx, { params }, http) => countGuesses(http, certificates.certificateAsPdf(ctx, params.code)),
  file: (ctx, { params }) => certificates.openDecidedFile(ctx, params.code),
})

export const certificateAddresses = [secretAddress('certificates'), secretAddress('verify')]
