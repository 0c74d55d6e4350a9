import App
import Command
import Toolkit

PictureWorker.runIfAsked(CommandLine.arguments)
OptimistCommand.start { options in
  MainActor.assumeIsolated {
    let application = OptimistApplication(options)
    return withExtendedLifetime(application) { application.run() }
  }
}
