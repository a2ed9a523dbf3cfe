charts = {
  metrics = {
    release_name = "metrics-server"
    repository   = "https://kubernetes-sigs.github.io/metrics-server/"
    chart        = "metrics-server"
    version      = "3.12.2"
    values_file  = "metrics.yaml"
    set          = [{ name = "replicas", value = "2" }]
  }
  reloader = {
    release_name = "reloader"
    repository   = "https://stakater.github.io/stakater-charts"
    chart        = "reloader"
    version      = "2.1.0"
    namespace    = "kube-system"
  }
}
