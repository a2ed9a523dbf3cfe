// Release manifests of Flux, of versions that the lab does not build: read from a module that carries all of them.
// Nothing is compiled, and nothing else of the module is used. See lab/add-ons/flux-release.ts.
module fitout.dev/lab/flux-releases

go 1.26.0

require github.com/controlplaneio-fluxcd/flux-operator v0.58.1
