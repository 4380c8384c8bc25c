# In charge of staying under the service's own limit, by what its answers say of it.

# So that rounding on the way never brings a request just before the window's end.
MARGIN <- 0.05

elapsed <- function() proc.time()[["elapsed"]]

wait_for_room <- function(client) {
  window <- client$window
  if (!client$wait_for_limit || is.null(window) || window$remaining > 0) return(invisible())
  seconds <- window$ends_at - elapsed()
  if (seconds > client$max_wait) {
    message <- sprintf("The limit is used up for another %d s.", as.integer(ceiling(seconds)))
    stop(sylva_error("rate_limited", message, client$base_url, retry_after = ceiling(seconds)))
  }
  if (seconds > 0) Sys.sleep(seconds)
}

# `date` is the moment by the service's own clock: this machine's may be wrong.
learn_limit <- function(client, limit, remaining, reset, date) {
  told <- suppressWarnings(as.numeric(c(limit, remaining, reset)))
  if (length(told) < 3 || anyNA(told)) return(invisible())
  is_same <- identical(client$window$reset, told[3])
  now <- if (length(date) == 0 || is.na(date)) as.numeric(Sys.time()) else as.numeric(date)
  client$window <- list(
    limit = told[1], remaining = told[2], reset = told[3],
    ends_at = if (is_same) client$window$ends_at else elapsed() + told[3] - now + MARGIN
  )
}
